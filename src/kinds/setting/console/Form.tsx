import { use, useEffect } from 'react';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import { Differences } from '#console/documents/Differences.tsx';
import { isSameJson } from '#rules/json/same-json.ts';
import { useCheck } from '#console/documents/use-check.ts';
import {
  begunFrom,
  type Begun,
  type EditionForm,
  type EditProps,
  type FormProps,
} from '#console/editor/edition-form.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { toClock } from '#console/parts/clock.ts';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { periodProblem, planSteps, type Typed } from '#console/settings/plan-steps.ts';
import { MissedSearches } from '#console/settings/MissedSearches.tsx';
import { PlanPreview } from '#console/settings/PlanPreview.tsx';
import { PlanTimes } from '#console/settings/PlanTimes.tsx';
import { KINDS_OF_SETTINGS } from '#console/settings/setting-kinds.ts';
import { CompositionPanel } from '#console/settings/CompositionPanel.tsx';
import { HOME, homeChange, HomeBesideContext, homeIn, type HomeBeside } from '#console/settings/home-beside.ts';
import { settingMergeWords, settingWords } from '#console/settings/setting-merge-words.ts';
import { useLeftFields } from '#console/settings/left-fields.ts';
import { bodyOf, SettingFields } from '#console/settings/SettingFields.tsx';
import { SettingState } from '#console/settings/SettingState.tsx';
import { ScriptChanges } from '#console/settings/ScriptChanges.tsx';
import { RemainingMentions } from '#console/settings/StillSaid.tsx';
import { changeOf, typedOf } from '#console/settings/typed-setting.ts';
import '#console/settings/settings.css';
import type { Setting } from '#wire/console-answers.ts';
import { writtenOf } from '../../changes.ts';
import type { Change } from '../../index.ts';
import { page as pageKind } from '../../page/index.ts';
import { setting as settingKind } from '../index.ts';

/** Settings of words that traditional script writes a firm's own way. */
const SCRIPT = ['script.protected', 'script.words'];

/** Said above the form. */
export const purpose = '修改后保存为稿件，由他人审核通过后才会公开。';

/** An edition that holds one setting and nothing else. */
export function Edit({ edition }: EditProps) {
  const name = writtenOf(settingKind, edition.shown.changes)[0]!.id!;
  const { data, error, mutate } = useRead('GET /settings/:name', { name }, ONCE);
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {(setting) => (
        <>
          <SettingState setting={setting} editing={edition.editionId} />
          <SettingEditor setting={setting} mayChange edition={edition} />
        </>
      )}
    </Loaded>
  );
}

interface Props {
  setting: Setting;
  mayChange: boolean;
  edition?: EditProps['edition'] | null;
}

/** The public value of a setting, as the form shows it. */
const publicValueOf = ({ name, value }: Setting): unknown => value ?? KINDS_OF_SETTINGS[name]?.empty ?? '';

/** Entries of a list come and go by themselves, where the form begins from what is public. */
const hasPeriods = ({ name }: Setting, isDraft: boolean): boolean =>
  KINDS_OF_SETTINGS[name]?.body === 'banners' && !isDraft;

/**
 * Form of an edition with a setting, or of a plan of several. @param isDraft an edition is gone on with @param beside
 * the home page whose composition is saved with it
 */
function settingForm(setting: Setting, isDraft: boolean, beside: HomeBeside | null): EditionForm<Typed> {
  const { name, title } = setting;
  const publicValue = publicValueOf(setting);
  const stepsOf = (typed: Typed) => planSteps(typed, publicValue);
  return {
    valueOf: (changes) => {
      const [own] = writtenOf(settingKind, changes);
      const home = homeIn(changes);
      return own?.id === name ? { ...typedOf(own.document, own.change.plan, false), ...(home && { home }) } : null;
    },
    changesOf: (typed, { changes }) => {
      const [only] = stepsOf(typed);
      // the publication of the entries' own times, where they make one
      const own: Change[] =
        typed.periods?.length && only
          ? [{ kind: 'setting', id: name, document: only.value, ...(only.at !== '' && { plan: { at: only.at } }) }]
          : [changeOf(name, typed, writtenOf(settingKind, changes)[0]?.change)];
      if (!typed.home) return own;
      // a setting that is as it is public writes nothing
      const isAlone = !isDraft && isSameJson(typed.value, publicValue);
      return [...(isAlone ? [] : own), homeChange(typed.home)];
    },
    titleOf: (_typed, { draft }) => draft?.title ?? `修改设置：${title}`,
    merge: (was, mine, theirs) => mergeThreeWay(was, mine, theirs, ([part]) => part === 'home'),
    ...(beside && {
      baseOf: ({ home }) => (home ? { [`${pageKind.name}:${HOME}`]: beside.mark } : {}),
    }),
    whyNot: (typed) => {
      const { from, to, periods = [] } = typed;
      const now = toClock(new Date().toISOString());
      const wrong = [{ from, to }, ...periods].map((period) => periodProblem(period, now)).find((one) => one !== '');
      if (typed.home && (from !== '' || to !== '')) return '构图不能定时公开：请先清除时间，或恢复原来的构图';
      return wrong ?? (stepsOf(typed).length === 0 ? '与现在公开的内容相同' : '');
    },
    saveOtherwise: (typed, { base }) => {
      const steps = stepsOf(typed);
      if (isDraft || steps.length < 2) return null;
      return {
        label: `保存为 ${steps.length} 份稿件`,
        run: async (send) => {
          const plan = { name, title: `修改设置：${title}`, steps, ...(base && { base }) };
          return (await send('POST /settings/:name/plan', plan)).editionIds[0]!;
        },
      };
    },
  };
}

/** A setting: typed, compared with what is public, checked as one types. */
export function SettingEditor({ setting, mayChange, edition = null }: Props) {
  const { name, mark } = setting;
  const beside = use(HomeBesideContext);
  const form = settingForm(setting, edition !== null, beside);
  const publicTyped = typedOf(publicValueOf(setting), undefined, hasPeriods(setting, edition !== null));
  const begun: Begun<Typed> = edition
    ? begunFrom(form, edition)
    : { value: publicTyped, changes: [], base: { [`setting:${name}`]: mark } };
  return (
    <Editor
      name={edition ? `edition-${edition.editionId}` : `setting-${name}`}
      form={form}
      begun={begun}
      edition={edition}
      mayChange={mayChange}
      words={settingMergeWords(setting)}
      // a preview is drawn for whoever may write
      hasPreview={mayChange && KINDS_OF_SETTINGS[name]?.hasPreview === true}
      hasPages
      hasOwnCheck
      restore={{ label: '恢复为公开的内容', value: publicTyped }}
    >
      {(props) => <SettingForm {...props} setting={setting} form={form} isDraft={edition !== null} beside={beside} />}
    </Editor>
  );
}

interface FormOfSetting extends FormProps<Typed> {
  setting: Setting;
  form: EditionForm<Typed>;
  isDraft: boolean;
  beside: HomeBeside | null;
}

function SettingForm({
  setting,
  beside,
  form,
  isDraft,
  value: typed,
  onChange,
  onProblems,
  attempts,
  disabled,
}: FormOfSetting) {
  const { name, title } = setting;
  const words = settingWords(setting);
  const publicValue = publicValueOf(setting);
  const check = useCheck(name, JSON.stringify(typed.value));
  // an untouched form is not wrong
  const isUntouched = setting.value === undefined && isSameJson(typed.value, publicValue);
  const isForm = bodyOf(KINDS_OF_SETTINGS[name], setting) === 'form';
  const showsAll = isDraft || attempts > 0 || (!isForm && !isUntouched);
  const { told, leave } = useLeftFields(check.problems, showsAll);
  useEffect(() => {
    onProblems(told);
    // runs for each check and each field that is left; `onProblems` changes with every render
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [check.problems, told.length]);
  const steps = planSteps(typed, publicValue);
  const wrong = form.whyNot!(typed);
  const change = (next: Partial<Typed>) => onChange((newest) => ({ ...newest, ...next }));
  return (
    <div className="two-columns wide-first">
      <fieldset className="plain-fieldset" disabled={disabled} aria-label={title}>
        <div className="stack">
          <SettingFields
            kind={KINDS_OF_SETTINGS[name]}
            setting={setting}
            typed={typed}
            problems={told}
            onChange={change}
            onLeave={leave}
          />
          {beside && <CompositionPanel beside={beside} home={typed.home} onChange={(home) => change({ home })} />}
        </div>
      </fieldset>
      <div className="stack sticky-side">
        {!disabled && KINDS_OF_SETTINGS[name]?.body === 'search-words' && (
          <MissedSearches value={typed.value} onChange={change} />
        )}
        {!disabled && !hasPeriods(setting, isDraft) && (
          <PlanTimes
            typed={typed}
            canEnd={!isDraft && !KINDS_OF_SETTINGS[name]?.isFinal}
            problem={wrong}
            onChange={change}
          />
        )}
        <Panel title="与现在公开的内容相比">
          <Differences
            before={setting.value ?? (KINDS_OF_SETTINGS[name]?.isUsual ? publicValue : undefined)}
            after={typed.value}
            words={words}
            same="没有差异。"
          />
          {!isDraft && steps.length > 1 && wrong === '' && (
            <PlanPreview steps={steps} publicValue={publicValue} words={words} />
          )}
          {check.error !== undefined && <p className="save-note">检查没有完成，保存时会再检查。</p>}
        </Panel>
        {!disabled && SCRIPT.includes(name) && <ScriptChanges before={setting.value} after={typed.value} />}
        {!disabled && name === 'site' && <RemainingMentions before={setting.value} after={typed.value} />}
      </div>
    </div>
  );
}
