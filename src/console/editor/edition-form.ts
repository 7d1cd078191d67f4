import type { ComponentType } from 'react';
import type { Change } from '#kinds/index.ts';
import type { EditionProblem, FoundEdition } from '#wire/edition-answers.ts';
import type { useSend } from '../calls/use-calls.ts';
import type { Merge } from '../merge/three-way.ts';
import type { Next } from './use-undo.ts';

/** Problem that prevents publication of a document: by pointer where a field is wrong, else in words. */
export type FormProblem = Pick<EditionProblem, 'message'> & Partial<EditionProblem>;

/** The draft that is gone on with. */
interface DraftFacts {
  editionId: number;
  version: number;
  title: string;
}

/** Content that a form was begun from. */
export interface Begun<V> {
  value: V;
  /** changes of the draft's version or of the public content: with parts that the form does not show */
  changes: readonly Change[];
  /** changes of the whole edition, where somebody else saved it since it was opened and the form shows a part of it */
  all?: readonly Change[];
  /** absent: it becomes a new draft */
  draft?: DraftFacts;
  /** mark of the public content then, by subject, for the server to notice publications in between */
  base?: Readonly<Record<string, string>>;
}

/** Stored part of unsaved work, with its beginning, so that later saves of others are noticed. */
export interface StoredWork<V> {
  value: V;
  begun: Begun<V>;
  /** state that the server had of it, in the tab that typed it (DF3) */
  server?: { piece: string; version: string };
}

/** Work stored by an earlier release holds the value alone, in another form. */
export const isWhole = (stored: Partial<StoredWork<unknown>> | null): boolean =>
  stored !== null && stored.value !== undefined && stored.begun !== undefined;

/** Way to save a form's content where it is no one edition of `changesOf`. */
interface OwnSave {
  /** label of the button */
  label: string;
  /** told while it is saved, where that takes long */
  busyWords?: string;
  /** @returns the edition that is shown afterwards */
  run: (send: ReturnType<typeof useSend>) => Promise<number>;
}

/** Form of an edition: its values become changes, and are read again from them. */
export interface EditionForm<V> {
  /** null: the form cannot hold them */
  valueOf: (changes: readonly Change[]) => V | null;
  /** content of a newer version of an edition, where its changes alone do not say it */
  readVersion?: (of: Omit<DraftFacts, 'title'>) => Promise<V | null>;
  changesOf: (value: V, begun: Begun<V>) => readonly Change[];
  titleOf: (value: V, begun: Begun<V>) => string;
  /** unsaved work that the browser has kept, maybe since an earlier release, as this one writes it; absent: as it is */
  readKept?: (kept: StoredWork<V>, send: ReturnType<typeof useSend>) => Promise<StoredWork<V>>;
  merge: (was: V | undefined, mine: V, theirs: V) => Merge<V>;
  /** absent: as JSON */
  isSame?: (one: V, other: V) => boolean;
  /** marks of what is public of all that a value touches, where that depends on the value */
  baseOf?: (value: V) => Readonly<Record<string, string>>;
  /** number of changes, where a form holds several */
  countOf?: (value: V) => number;
  /** why a value cannot be saved at all, for people; '' where it can */
  whyNot?: (value: V) => string;
  /** fields that have to be filled in first; read when it is to be saved */
  missing?: (value: V) => readonly FormProblem[];
  /**
   * A problem of an earlier value, as it concerns the value now; null where its subject was changed. Absent: a check of
   * the form's own tells as one types
   */
  problemIn?: (problem: FormProblem, of: V, now: V) => FormProblem | null;
  /** the value as a preview shows it: with something in the place of texts that are still to be typed */
  previewed?: (value: V) => V;
  /** null: as the edition of `changesOf` */
  saveOtherwise?: (value: V, begun: Begun<V>) => OwnSave | null;
}

/** Props that the Editor passes to the form of a kind, which draws its fields and nothing around them. */
export interface FormProps<V> {
  value: V;
  /** the beginning, with the marks of all that the value touches */
  begun: Begun<V>;
  /**
   * @param next where it is made after an answer, a function of the newest value: more may have been typed meanwhile
   * @param about changes one after the other about the same thing, as typing in a field is, are one step back
   */
  onChange: (next: Next<V>, about?: string) => void;
  /** problems that the server or the form itself found */
  problems: readonly FormProblem[];
  /** reports problems that a check of the form's own or a preview finds as one types */
  onProblems: (problems: readonly FormProblem[]) => void;
  /** grows each time something that is missing keeps it from being saved: the first such field takes the focus */
  attempts: number;
  /** grows each time the value was changed elsewhere than in the fields: by a step back or forth, or by what was kept */
  resets: number;
  disabled: boolean;
}

/** Props that the screen of editions hands to the editor of a kind (`console/Form.tsx` in its folder). */
export interface EditProps {
  /** may be saved by whoever sees it, and holds nothing that the form does not */
  edition: FoundEdition;
}

/** The console's half of a kind: its editor, for an edition that is gone on with. */
export interface KindForm {
  Edit: ComponentType<EditProps>;
}

/** The beginning of a form where an edition is continued. */
export const begunFrom = <V>(
  { valueOf }: Pick<EditionForm<V>, 'valueOf'>,
  { editionId, shown: { changes, version, title } }: FoundEdition,
): Begun<V> => ({ value: valueOf(changes)!, changes, draft: { editionId, version, title } });
