import { Radio } from 'antd';
import { SITE_BASE } from '#wire/paths.ts';
import { useRead } from '../calls/use-calls.ts';

interface Props {
  /** path of the shown page; undefined: the draft's place */
  path: string | undefined;
  onPath: (path: string) => void;
}

/** SU14: home, a register and an article, which show different sides of a firm's looks; those that the site has. */
export function PreviewPages({ path, onPath }: Props) {
  const registers = useRead('GET /registers').data;
  const channels = useRead('GET /channels').data;
  const articles = useRead('GET /articles', { pageNum: 1, pageSize: 1 }).data;
  const shown = registers?.flatMap(({ channelIds }) => channelIds)[0];
  const url = channels?.find(({ channelId }) => channelId === shown)?.url;
  const pages = [
    { label: '首页', value: '/' },
    { label: '登记表', value: url === undefined ? '' : `/${url}`, none: '还没有公开的登记表' },
    { label: '文章', value: articles?.list[0]?.path.slice(SITE_BASE.length) ?? '', none: '还没有公开的文章' },
  ];
  return (
    <Radio.Group
      options={pages.map(({ label, value, none }) => ({
        label,
        value: value || label,
        disabled: value === '',
        title: value === '' ? (none ?? '') : '',
      }))}
      optionType="button"
      value={path}
      onChange={(event) => onPath(event.target.value as string)}
      aria-label="预览的页面"
    />
  );
}
