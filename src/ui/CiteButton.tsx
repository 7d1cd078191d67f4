import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { CopyButton } from './PageTools.tsx';
import { inScript } from './script/active-script.ts';

/** RG35: copies what the page is called, the date of its data, where it has one, where and when it was read. */
export function CiteButton({ date }: { date: string }) {
  const citation = (): string =>
    [
      document.title,
      date && inScript(`数据截至 ${date}`),
      location.href,
      inScript(`访问于 ${shanghaiDate(Date.now())}`),
    ]
      .filter(Boolean)
      .join('，');
  return <CopyButton title="复制引用" text={citation} />;
}
