import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MediaLine, MediaList } from '#wire/media-answers.ts';
import { PAGED, useRead } from '../calls/use-calls.ts';
import { keyIn, useFilters, type FilterField } from '../calls/use-filters.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Screen } from '../parts/Screen.tsx';
import { MediaFace } from './MediaCard.tsx';

const PAGE_SIZE = 24;

const KINDS = { picture: '图片', file: '文件' } as const;
const STATES = { unused: '未使用', doubled: '重复上传', 'without-alt': '没有替代文字' } as const;

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const FIELDS: readonly FilterField<'words' | 'kind' | 'state'>[] = [
  { name: 'words', label: '名称、替代文字或格式', kind: 'text' },
  { name: 'kind', label: '类别', kind: 'choice', choices: choicesOf(KINDS) },
  { name: 'state', label: '只看', kind: 'choice', choices: choicesOf(STATES) },
];

/** ML5: all stored pictures and files that the person may see, to find one that is there already. */
export function Library() {
  const filters = useFilters(FIELDS);
  const { values, page, turn, isFiltered } = filters;
  const answer = useRead(
    'GET /media',
    {
      words: values.words,
      kind: keyIn(KINDS, values.kind),
      state: keyIn(STATES, values.state),
      pageNum: page,
      pageSize: PAGE_SIZE,
    },
    PAGED,
  );
  return (
    <Screen
      title="图片与文件"
      purpose="已经上传过的图片和文件：用在哪里，谁在什么时候上传，有没有替代文字。写文章时可以从这里选用，不必重新上传；要换掉一个文件，打开它，一次替换所有用到它的地方。"
    >
      <FilterBar filters={filters} />
      <Loaded of={{ ...answer, retry: () => void answer.mutate() }}>
        {(found) =>
          found.total === 0 ? (
            <EmptyNote title={isFiltered ? '没有符合条件的图片或文件' : '还没有图片和文件'}>
              {isFiltered ? '少写几个字，或去掉一项条件再查。' : '在文章、登记表或设置里上传以后，就会列在这里。'}
            </EmptyNote>
          ) : (
            <>
              <MediaGrid found={found} label="图片与文件">
                {(file) => (
                  <Link to={`/media/${file.filepath}`} className="media-card">
                    <MediaFace file={file} />
                  </Link>
                )}
              </MediaGrid>
              <MediaPages page={page} total={found.total} turn={turn} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

/** Cards in rows as wide as there is room for. */
export const MediaGrid = ({
  found,
  label,
  children,
}: {
  found: MediaList;
  label: string;
  children: (file: MediaLine) => ReactNode;
}) => (
  <ul className="media-grid" aria-label={label}>
    {found.list.map((file) => (
      <li key={file.filepath}>{children(file)}</li>
    ))}
  </ul>
);

const MediaPages = ({ page, total, turn }: { page: number; total: number; turn: (to: number) => void }) => {
  const paging = listPaging({ page, total, pageSize: PAGE_SIZE, unit: '个', turn });
  return paging && <Pagination {...paging} align="end" className="above-form" />;
};
