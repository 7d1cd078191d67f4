import type { RegisterPublication } from '#wire/take-up-answers.ts';

type Counted = Pick<RegisterPublication, 'added' | 'changed' | 'removed' | 'rewritten' | 'hasDefinition'>;

/** '新增 2 行，修改 1 行；定义有改动，另有 40 行只随定义改写' (RG23) */
export function countWords({ added, changed, removed, rewritten, hasDefinition }: Counted): string {
  const counts = [
    ['新增', added],
    ['修改', changed],
    ['删除', removed],
  ] as const;
  const words = counts.flatMap(([what, count]) => (count > 0 ? [`${what} ${count.toLocaleString('zh-CN')} 行`] : []));
  const beside = words.length > 0 ? '另有 ' : '';
  const definition = [
    ...(hasDefinition ? ['定义有改动'] : []),
    ...(rewritten > 0 ? [`${beside}${rewritten.toLocaleString('zh-CN')} 行只随定义改写`] : []),
  ];
  return [words.join('，'), definition.join('，')].filter(Boolean).join('；') || '数据日期或部门有改动';
}
