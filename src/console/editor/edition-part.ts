import { createContext, useContext } from 'react';
import { subjectsOf, type Subject } from '#kinds/changes.ts';
import { changesOfSubjects, withPart } from '#kinds/edition-parts.ts';
import type { Change } from '#kinds/index.ts';
import type { FormProblem } from './edition-form.ts';

/** ED4: what of an edition the form around shows, and all that the edition holds. */
interface ShownPart {
  subjects: readonly Subject[];
  changes: readonly Change[];
  version: number;
}

const Part = createContext<ShownPart | null>(null);

/** Around the form of a part; without it a form shows its edition whole. */
export const PartProvider = Part.Provider;

/** Relation of a form's changes to those of its edition. */
export interface PartOfEdition {
  /** name of the work stored in the browser; '' for the whole edition */
  name: string;
  /** whether it is the same thing in another version: new things are told apart by their place alone */
  isIn: (all: readonly Change[]) => boolean;
  /** @param all of the edition */
  own: (all: readonly Change[]) => readonly Change[];
  /** @param all of the edition; absent: as it was opened */
  whole: (own: readonly Change[], all?: readonly Change[]) => readonly Change[];
  /** problems of the form's changes, by their place among these */
  ownProblems: <P extends FormProblem>(problems: readonly P[]) => P[];
}

const WHOLE: PartOfEdition = {
  name: '',
  isIn: () => true,
  own: (all) => all,
  whole: (own) => own,
  ownProblems: (problems) => [...problems],
};

/** '…:new-2' of a thing that has no id yet */
const NEW = /:new-\d+$/;

const newThings = (changes: readonly Change[]): number =>
  subjectsOf(changes).filter((subject) => NEW.test(subject)).length;

export function usePart(): PartOfEdition {
  const part = useContext(Part);
  if (part === null) return WHOLE;
  const { subjects, changes, version } = part;
  const isNew = subjects.some((subject) => NEW.test(subject));
  const places = subjectsOf(changes).flatMap((subject, at) => (subjects.includes(subject) ? at : []));
  return {
    name: subjects.join(' ') + (isNew ? ` v${version}` : ''),
    isIn: (all) => !isNew || newThings(all) === newThings(changes),
    own: (all) => changesOfSubjects(all, subjects),
    whole: (own, all = changes) => withPart(all, subjects, own),
    ownProblems: (problems) =>
      problems.flatMap((problem) => {
        if (typeof problem.change !== 'number') return problem;
        const at = places.indexOf(problem.change);
        return at < 0 ? [] : { ...problem, change: at };
      }),
  };
}
