import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { MaterialKind } from '#rules/people/professional-investor.ts';
import { asCallFailed } from '#wire/outcomes.ts';
import { paths } from '#wire/paths.ts';
import { useSite } from '../../moves/site-context.ts';
import { readProblems, type ApplicationStatus, type Problem } from './application.ts';
import {
  requiredFiles,
  bodyOf,
  firstDraft,
  keepDraft,
  newRequestId,
  problemsOf,
  takeFiles,
  type Chosen,
  type Draft,
  type RefusedFile,
} from './draft.ts';

interface ApplicationOptions {
  /** the application before; an open one is added to */
  before: ApplicationStatus;
  /** the form's customer, for its stored draft */
  owner: string;
  onSent: () => void;
}

export type Application = ReturnType<typeof useApplication>;

/** RK7: the state of the form. What is typed and chosen stays whatever goes wrong. */
export function useApplication({ before, owner, onSent }: ApplicationOptions) {
  const { calls } = useSite();
  const [first] = useState(() => firstDraft(owner, before));
  const [draft, setDraft] = useState(first.draft);
  const [chosen, setChosen] = useState<Chosen>([]);
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  // problems that the server found; each is shown until its field changes
  const [found, setFound] = useState<Problem[]>([]);
  const [failure, setFailure] = useState('');
  const [refusals, setRefusals] = useState(0);
  const [sending, setSending] = useState(false);
  // one submission however often it is sent, until the server has said something about it
  const requestId = useRef(newRequestId());
  const signTime = useRef('');
  const summary = useRef<HTMLDivElement>(null);
  // problems are shown from the first attempt to send on, and then as the form is now
  const problems = refusals > 0 ? [...problemsOf(draft, chosen, before), ...found] : [];

  // the summary of problems takes the focus when it appears, not while they are being corrected
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);

  function refuse(words = '', problems: Problem[] = []) {
    setFound(problems);
    setFailure(words);
    setRefusals((times) => times + 1);
  }

  function change(part: Partial<Draft>) {
    if (part.riskNoticeRead || part.sensitiveConsent) signTime.current = new Date().toISOString();
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(owner, next);
    setFound((problem) => problem.filter(({ field }) => !(field in part)));
  }

  function addFiles(kind: MaterialKind, files: File[]) {
    const result = takeFiles(kind, files, requiredFiles(draft, chosen));
    setRefused((others) => [...others.filter((one) => one.kind !== kind), ...result.refused]);
    if (result.taken.length > 0) changeFiles(kind, [...chosen, ...result.taken]);
  }

  function removeFile(file: Chosen[number]) {
    setRefused([]);
    changeFiles(
      file.kind,
      chosen.filter((other) => other !== file),
    );
  }

  function changeFiles(kind: MaterialKind, next: Chosen) {
    setChosen(next);
    setFound((problem) => problem.filter(({ field }) => field !== 'materials' && field !== `materials.${kind}`));
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    if (problemsOf(draft, chosen, before).length > 0) return refuse();
    setFound([]);
    setFailure('');
    setSending(true);
    try {
      await calls.upload(paths.proConfirm, bodyOf(draft, chosen, requestId.current, signTime.current));
      keepDraft(owner, null);
      onSent();
    } catch (error) {
      const failed = asCallFailed(error);
      const answered = readProblems(failed.envelope?.data);
      // ER6: the visitor is on the way to the login, and finds here afterwards what was typed
      if (failed.outcome === 'code -0801107') keepDraft(owner, draft);
      refuse(answered.length > 0 ? '' : `没有提交成功：${failed.message}。您填写的内容都还在。`, answered);
      // a refused submission is over: the next one gets an id of its own
      if (failed.code !== '') requestId.current = newRequestId();
    } finally {
      setSending(false);
    }
  }

  return {
    draft,
    /** whether the first draft was restored from what was typed before */
    isRestored: first.isKept,
    chosen,
    refused,
    /** number of chosen files for the other type of application */
    waiting: chosen.length - requiredFiles(draft, chosen).length,
    problems,
    failure,
    sending,
    summary,
    change,
    addFiles,
    removeFile,
    send,
  };
}
