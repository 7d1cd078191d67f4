import { Differences } from '#console/documents/Differences.tsx';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { writtenOf } from '../../changes.ts';
import { rows as rowsKind } from '../../rows/index.ts';
import type { DifferenceProps } from '../../shown.ts';
import { definitionDifferenceWords } from '../definition/difference-words.ts';
import { Effects } from '../definition/Effects.tsx';
import { definitionEffects } from '../effects.ts';
import { withoutDefaults } from '../words.ts';

/** RG23: changes by another definition for visitors and editors, and below them all other differences. */
export function Difference({ before, after, changes }: DifferenceProps<RegisterDefinition>) {
  // choices that were renamed or merged, from the rows beside it
  const beside = writtenOf(rowsKind, changes).find(({ id }) => id === after.register);
  const effects = definitionEffects(before, after, null, beside?.document.rewrite?.values);
  return (
    <>
      {effects.length > 0 ? (
        <Effects of={effects} />
      ) : (
        <p>{`页面、下载、导入模板、接口${before.verify || after.verify ? '和核验' : ''}都没有变化。`}</p>
      )}
      <details className="whole">
        <summary>定义的逐项差异</summary>
        <Differences
          before={withoutDefaults(before)}
          after={withoutDefaults(after)}
          words={definitionDifferenceWords(before, after)}
          same="内容不变。"
        />
      </details>
    </>
  );
}
