import { shanghaiDate } from '#rules/shanghai-date.ts';
import { CopyButton } from './PageTools.tsx';

/** RG35: copies what the page is called, the version of its data, where and when it was read. */
export function CiteButton({ version }: { version: string }) {
  const citation = (): string =>
    [document.title, version, window.location.href, `访问于 ${shanghaiDate(Date.now())}`].join('，');
  return <CopyButton title="复制引用" text={citation} />;
}
