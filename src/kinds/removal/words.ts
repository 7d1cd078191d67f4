import type { KindWords } from '../define-kind.ts';

interface Removed {
  reason: string;
  passages?: readonly { field?: string }[];
  files?: readonly string[];
  except?: readonly string[];
  found: readonly { subject: string; count: number }[];
}

const FIELDS: Readonly<Record<string, string>> = {
  reason: '原因',
  passages: '要移除的文字',
  files: '要移除的文件',
  except: '保留不动的',
  found: '涉及的内容',
};

const placesOf = ({ found }: Removed): number => found.reduce((sum, { count }) => sum + count, 0);

export const words: KindWords<Removed> = {
  titleOf: (document) =>
    `移除不应公开的内容（${[
      ...((document.passages ?? []).length > 0 ? [`${placesOf(document)} 处`] : []),
      ...((document.files ?? []).length > 0 ? [`${document.files!.length} 个文件`] : []),
    ].join('、')}）`,
  nameOf: (id) => id,
  summaryOf: ({ reason }) => `原因：${reason}`,
  seenAt: () => '在曾经显示这些内容的地方，现在的和过去的都读作“［已按规定移除］”，不能收回',
  fieldTitle: ([first = '']) => FIELDS[first] ?? first,
};
