import { CHECK_IDS, CHECKS, SEVERITIES, severitiesOf, type CheckId, type Severity } from '#rules/checks/checks.ts';
import { FIRM_CHECKS, type FirmChecks } from '#rules/checks/firm-checks.ts';
import { choice, list, object, text, withDefault, type Word } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const severity = (id: CheckId): Word<Severity> =>
  choice(severitiesOf(id), {
    title: CHECKS[id].passed,
    description: severitiesOf(id)
      .map((one) => `${one} ${SEVERITIES[one]}`)
      .join('，'),
  });

const severities = object(
  Object.fromEntries(CHECK_IDS.map((id) => [id, withDefault(CHECKS[id].severity, severity(id))])),
  { title: '各项检查' },
) as Word<FirmChecks['severities']>;

const word = text({ title: '词语', maxLength: 30, pattern: '^\\S(.*\\S)?$', hint: '前后没有空格的词语，最多 30 个字' });

const value: Word<FirmChecks> = object({
  severities,
  words: list(word, { title: '广告法限制的用语', maxItems: 500, uniqueItems: true }),
  phrases: list(word, {
    title: '不算广告用语的说法',
    description: '含有上面的用语、但可以写的说法，如 无风险利率',
    maxItems: 500,
    uniqueItems: true,
  }),
});

/** CK2: severity of each check, and the words that are searched for. */
export const publishChecksSetting = defineSetting<FirmChecks>({
  name: FIRM_CHECKS,
  group: 'rules',
  title: '发布前的检查',
  value,
});
