import { writtenOf } from '#kinds/changes.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { Alert, App, Button, Space } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Setting } from '#wire/console-answers.ts';
import { useSend } from '../calls/use-calls.ts';
import { useDraft } from '../calls/use-draft.ts';
import { useWindows } from '../calls/use-windows.ts';
import { LeaveGuard } from '../content/LeaveGuard.tsx';
import { toClock } from '../content/article-fields.ts';
import { Differences } from '../documents/Differences.tsx';
import { isSameJson } from '../documents/same-json.ts';
import { UndoButtons } from '../documents/UndoButtons.tsx';
import { useCheck } from '../documents/use-check.ts';
import { useUndo } from '../documents/use-undo.ts';
import { Outdated } from '../editions/Outdated.tsx';
import { useSaveEdition, type Begun } from '../editions/use-save-edition.ts';
import { MergePanel } from '../merge/MergePanel.tsx';
import { mergeThreeWay } from '../merge/three-way.ts';
import { DraftOffer } from '../parts/DraftOffer.tsx';
import { OtherWindow } from '../parts/OtherWindow.tsx';
import { Panel } from '../parts/Panel.tsx';
import { periodProblem, planSteps, type Typed } from './plan-steps.ts';
import { PlanTimes } from './PlanTimes.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { KINDS_OF_SETTINGS } from './setting-kinds.ts';
import { SettingFields } from './SettingFields.tsx';
import { settingMergeWords, settingWords } from './setting-merge-words.ts';
import { StillSaid } from './StillSaid.tsx';
import { changeOf, typedOf, type SettingChange, type SettingDraft } from './typed-setting.ts';

interface Props {
  setting: Setting;
  mayChange: boolean;
  draft?: SettingDraft;
}

/** What is kept of unsaved work, with what it was begun from. */
interface Kept {
  typed: Typed;
  begun: Begun<Typed>;
}

/**
 * The form of a setting: typed, compared with what is public, checked as one types, saved as one edition or as a plan
 * of several.
 */
export function SettingEditor({ setting, mayChange, draft }: Props) {
  const { name, title, mark } = setting;
  const kind = KINDS_OF_SETTINGS[name];
  const words = settingWords(setting);
  const publicValue = setting.value ?? kind?.empty ?? '';
  const hasPeriods = kind?.body === 'banners' && !draft;
  const [begun, setBegun] = useState<Begun<Typed>>(() =>
    draft
      ? {
          value: typedOf(draft.change.document, draft.change.plan, false),
          changes: [draft.change],
          draft: { editionId: draft.editionId, version: draft.version, title: draft.title },
        }
      : { value: typedOf(publicValue, undefined, hasPeriods), changes: [], base: { [`setting:${name}`]: mark } },
  );
  const start = begun.value;
  const typed = useUndo<Typed>(start);
  const kept = useDraft<Kept>(`setting-${name}${draft ? `-${draft.editionId}` : ''}`);
  const windows = useWindows(kept);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const send = useSend();
  const { mutate } = useSWRConfig();
  const [isSaved, setSaved] = useState(false);
  const check = useCheck(name, JSON.stringify(typed.now.value));
  const saved = (editionId: number): void => {
    kept.drop();
    windows.tellSaved(editionId);
    setSaved(true);
    void mutate((key) => typeof key === 'string' && (key.startsWith('/editions') || key.startsWith('/settings')));
    void message.success('已保存为稿件');
    void navigate(`/editions/${editionId}`);
  };
  const { isSending, failure, conflict, save, compare, resolve, leave, run } = useSaveEdition<Typed>({
    begun,
    valueOf: (changes) => {
      const [own] = writtenOf(settingKind, changes);
      return own?.id === name ? typedOf(own.document, own.change.plan, false) : null;
    },
    changesOf: (made, { changes }) => [madeOf(made, writtenOf(settingKind, changes)[0]?.change)],
    titleOf: (_made, over) => over.draft?.title ?? `修改设置：${title}`,
    merge: mergeThreeWay,
    onSaved: saved,
  });
  const { value, from, to, periods = [] } = typed.now;
  const isDirty = !isSaved && !isSameJson(typed.now, start);
  const steps = planSteps(typed.now, publicValue);
  const now = toClock(new Date().toISOString());
  const wrongTimes =
    [{ from, to }, ...periods].map((period) => periodProblem(period, now)).find((problem) => problem !== '') ?? '';
  const isPlan = !draft && steps.length > 1 && wrongTimes === '';
  const change = (next: Partial<Typed>) => {
    const all = { ...typed.now, ...next };
    typed.set(all);
    kept.keep({ typed: all, begun });
  };
  const take = (found: Kept): void => {
    typed.set(found.typed);
    setBegun(found.begun);
    kept.drop();
    // it is still not saved
    kept.keep(found);
  };
  /** A list whose entries have times of their own is, where these make one publication of it, that one. */
  function madeOf(made: Typed, before: SettingChange | undefined): SettingChange {
    const [only] = steps;
    return draft || !periods.length || !only
      ? changeOf(name, made, before)
      : { kind: 'setting', id: name, document: only.value, ...(only.at !== '' && { plan: { at: only.at } }) };
  }
  const savePlan = (): Promise<void> =>
    run(async () =>
      saved(
        (
          await send('POST /settings/:name/plan', {
            name,
            title: `修改设置：${title}`,
            steps,
            base: begun.base,
          })
        ).editionIds[0]!,
      ),
    );
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      {mayChange && <OtherWindow of={windows} isDraft={draft !== undefined} />}
      {kept.found && mayChange && <DraftOffer onTake={() => take(kept.found!)} onDrop={kept.drop} />}
      {!conflict && failure !== '' && (
        <Alert type="error" showIcon role="alert" title={failure} className="above-form" />
      )}
      {!conflict && draft?.isOutdated && <Outdated isBusy={isSending} onCompare={() => compare(typed.now)} />}
      {conflict && (
        <MergePanel
          key={`${conflict.version} ${conflict.at}`}
          conflict={conflict}
          words={settingMergeWords(setting)}
          isSending={isSending}
          failure={failure}
          onMerge={resolve}
          onBack={leave}
        />
      )}
      <div className="two-columns wide-first" hidden={conflict !== null}>
        <fieldset className="plain-fieldset" disabled={!mayChange} aria-label={title}>
          <SettingFields kind={kind} setting={setting} typed={typed.now} problems={check.problems} onChange={change} />
        </fieldset>
        <div className="stack sticky-side">
          {mayChange && !hasPeriods && (
            <PlanTimes typed={typed.now} canEnd={!draft} problem={wrongTimes} onChange={change} />
          )}
          <Panel title="与现在公开的内容相比">
            <Differences before={setting.value} after={value} words={words} same="没有差异。" />
            {isPlan && <PlanPreview steps={steps} publicValue={publicValue} words={words} />}
          </Panel>
          {mayChange && (
            <Panel title="保存">
              {check.problems.length > 0 && (
                <p className="save-note">{`有 ${check.problems.length} 处须改正；可以先保存，改正前不能公开。`}</p>
              )}
              {check.error !== undefined && <p className="save-note">检查没有完成，保存时会再检查。</p>}
              {hasPeriods && wrongTimes !== '' && <p className="save-note">{wrongTimes}</p>}
              <Space wrap>
                <Button
                  type="primary"
                  loading={isSending}
                  disabled={wrongTimes !== '' || (!isDirty && !draft) || steps.length === 0}
                  onClick={() => void (isPlan ? savePlan() : save(typed.now))}
                >
                  {isPlan ? `保存为 ${steps.length} 份稿件` : '保存为稿件'}
                </Button>
                <UndoButtons of={typed} />
                <Button
                  disabled={isSameJson(value, publicValue)}
                  onClick={() => change(typedOf(publicValue, undefined, hasPeriods))}
                >
                  恢复为公开的内容
                </Button>
              </Space>
            </Panel>
          )}
          {mayChange && name === 'site' && <StillSaid before={setting.value} after={value} />}
        </div>
      </div>
    </>
  );
}
