import { Differences } from '#console/documents/Differences.tsx';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { definitionEffects } from '../effects.ts';
import { withoutDefaults } from '../words.ts';
import { definitionDifferenceWords } from './difference-words.ts';
import { Effects } from './Effects.tsx';

interface Props {
  before: RegisterDefinition;
  after: RegisterDefinition;
  /** by choice field: stored value → stored value, of choices that were renamed or merged */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** RG23: what another definition changes for visitors and editors, and below it what it says otherwise. */
export function DefinitionDifference({ before, after, values = {} }: Props) {
  const effects = definitionEffects(before, after, null, values);
  return (
    <>
      {effects.length > 0 ? <Effects of={effects} /> : <p>页面、下载、导入模板、接口和核验都没有变化。</p>}
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
