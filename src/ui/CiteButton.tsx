import { shanghaiDate } from '#rules/shanghai-date.ts';
import { CopyButton } from './PageTools.tsx';
import { inScript } from './script/active-script.ts';

/** RG35: copies what the page is called, the version of its data, where and when it was read. */
export function CiteButton({ version }: { version: string }) {
  const citation = (): string =>
    [document.title, inScript(version), window.location.href, inScript(`访问于 ${shanghaiDate(Date.now())}`)].join(
      '，',
    );
  return <CopyButton title="复制引用" text={citation} />;
}
