import { Alert, Button, Tag } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { PICTURES } from '#rules/files/upload-rule.ts';
import type { MediaUse, MediaView } from '#wire/media-answers.ts';
import { LONG_TIMEOUT } from '../calls/call.ts';
import { ONCE, PATIENT, useMe, useRead, useSend } from '../calls/use-calls.ts';
import { StateTag } from '../editions/StateTag.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ReplacementPlaces } from '../parts/ReplacementPlaces.tsx';
import { Screen } from '../parts/Screen.tsx';
import { ThingLinks } from '../parts/ThingLinks.tsx';
import { FileDrop } from './FileDrop.tsx';
import { LibraryDialog } from './LibraryDialog.tsx';
import { endingWords, sizeWords } from './MediaCard.tsx';
import { fileHref } from './send-file.ts';
import './media.css';

/** ML7, ML8: a stored picture or file: where it is used, and another one in its place. */
export function MediaScreen() {
  const { year = '', month = '', name = '' } = useParams();
  const { data, error, mutate } = useRead('GET /media/:year/:month/:name', { year, month, name });
  const { data: me } = useMe();
  const mayReplace = me !== undefined && mayDoSomewhere(me.grants, 'content.write');
  return (
    <Screen
      title={data?.names[0] ?? '图片与文件'}
      above={[{ to: '/media', name: '图片与文件' }]}
      purpose="它用在哪里，是谁上传的。替换时先列出每一处，选好的合成一份稿件，由他人审核、发布以后才会公开。"
      actions={data && <ThingLinks subject={`file:${data.filepath}`} />}
    >
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(file) => (
          <div className="stack">
            <Look file={file} />
            <Places file={file} />
            {mayReplace && file.uses > 0 && <Replacing file={file} />}
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function Look({ file }: { file: MediaView }) {
  const [name = ''] = file.names;
  return (
    <div className="media-look">
      <div className="media-whole">
        {file.kind === 'picture' ? (
          <img src={fileHref(file.filepath, '', '960')} alt={file.alt || name} />
        ) : (
          <Button href={fileHref(file.filepath, name)} target="_blank">
            打开文件
          </Button>
        )}
      </div>
      <dl className="facts">
        <dt>格式和大小</dt>
        <dd>{`${endingWords(file.filepath)}，${sizeWords(file)}`}</dd>
        {file.kind === 'picture' && (
          <>
            <dt>替代文字</dt>
            <dd>{file.alt || <span className="quiet">公开内容中还没有</span>}</dd>
          </>
        )}
        {file.names.length > 1 && (
          <>
            <dt>名称</dt>
            <dd>{file.names.join('、')}</dd>
          </>
        )}
        <dt>上传</dt>
        <dd>
          {file.uploads.length === 0 ? (
            <Moment at={file.at} />
          ) : (
            file.uploads.map(({ by, at, name: called }) => (
              <div key={`${at} ${called}`}>
                {by} <Moment at={at} />
                {file.uploads.length > 1 && ` ${called}`}
              </div>
            ))
          )}
        </dd>
        {file.twins.map((twin) => (
          <div key={twin}>
            <dt>相同内容</dt>
            <dd>
              <Link to={`/media/${twin}`}>{`另有一份 ${endingWords(twin)}`}</Link>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Places({ file: { places, hasMore } }: { file: MediaView }) {
  return (
    <Panel title={`用在哪里（${places.length}）`}>
      {places.length === 0 && (
        <EmptyNote title={hasMore ? '用在您无权查看的内容中' : '没有公开内容或未完成的稿件使用它'}>
          没有内容引用的上传文件，一周以后自动清理。
        </EmptyNote>
      )}
      {places.length > 0 && (
        <ul className="bullets" aria-label="用在哪里">
          {places.map((place) => (
            <li key={place.id}>
              <Link to={place.to}>{place.title}</Link> <PlaceState state={place.state} />{' '}
              <span className="quiet">{place.filename}</span>
            </li>
          ))}
        </ul>
      )}
      {places.length > 0 && hasMore && <p className="quiet">另有您无权查看的内容用到它。</p>}
    </Panel>
  );
}

const PlaceState = ({ state }: Pick<MediaUse, 'state'>) =>
  state === 'public' ? (
    <Tag color="success">公开</Tag>
  ) : state === 'past' ? (
    <Tag>历史</Tag>
  ) : (
    <StateTag state={state} />
  );

interface Chosen {
  filepath: string;
  name: string;
}

function Replacing({ file }: { file: MediaView }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [isChoosing, setChoosing] = useState(false);
  const isPicture = PICTURES.includes(file.filepath.split('.').at(-1)!);
  return (
    <Panel title="替换">
      <div className="stack">
        <FileDrop
          label="上传新的文件"
          hint={isPicture ? 'PNG、JPG、GIF 或 WebP。' : `须为同一种格式（${endingWords(file.filepath)}）。`}
          isPicture={isPicture}
          onStored={({ filepath, filename }) => setChosen({ filepath, name: filename })}
        />
        <p>
          <Button onClick={() => setChoosing(true)}>从图片与文件中选择</Button>
        </p>
        {isChoosing && (
          <LibraryDialog
            kind={file.kind}
            onChoose={({ filepath, names }) => setChosen({ filepath, name: names[0]! })}
            onClose={() => setChoosing(false)}
          />
        )}
        {chosen && <Plan key={chosen.filepath} from={file} to={chosen} />}
      </div>
    </Panel>
  );
}

function Plan({ from, to }: { from: MediaView; to: Chosen }) {
  const send = useSend();
  const files = { from: from.filepath, to: to.filepath };
  const { data, error, mutate } = useRead('GET /media-replacement', files, { ...ONCE, ...PATIENT });
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {({ places, marks }) =>
        places.length === 0 ? (
          <EmptyNote title="没有您可以修改的地方">用到它的内容由别的栏目管理，请联系负责的人。</EmptyNote>
        ) : (
          <>
            {from.kind === 'picture' && (
              <>
                <div className="media-pair">
                  <Side title="现在" filepath={from.filepath} />
                  <Side title="替换以后" filepath={to.filepath} />
                </div>
                <Alert type="info" showIcon title="替代文字保持不变。新的图片内容不同的，请在稿件里改写替代文字。" />
              </>
            )}
            <ReplacementPlaces
              places={places}
              send={(chosen) =>
                send('POST /media-replacement', { ...files, places: chosen, base: marks }, LONG_TIMEOUT)
              }
            />
          </>
        )
      }
    </Loaded>
  );
}

const Side = ({ title, filepath }: { title: string; filepath: string }) => (
  <figure>
    <img src={fileHref(filepath, '', '480')} alt={`${title}的图片`} />
    <figcaption className="quiet">{title}</figcaption>
  </figure>
);
