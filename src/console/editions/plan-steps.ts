import type { StaffRight } from '#rules/people/staff-rights.ts';
import { ACTS, type Step } from './act-words.ts';
import type { PlannedEdition } from '#wire/edition-answers.ts';

/**
 * Acts on all editions of a plan at once, each step being one of each edition. Approval is not among them: each is read
 * for itself.
 */
const TOGETHER: readonly Step[] = ['submit', 'schedule'];

/** Editions of the plan for which the step is the next one. */
const waitingFor = (step: Step, plan: readonly PlannedEdition[]): PlannedEdition[] =>
  plan.filter(
    ({ state, at, publishAt }) =>
      ACTS[step].from.includes(state) &&
      (step !== 'schedule' || (at !== '' && publishAt === '' && Date.parse(at) > Date.now())),
  );

/** Steps that more than one edition of a plan waits for. @param may whether the right is given for the whole site */
export const stepsTogether = (
  plan: readonly PlannedEdition[],
  may: (act: StaffRight) => boolean,
): { step: Step; waiting: PlannedEdition[] }[] =>
  TOGETHER.map((step) => ({ step, waiting: waitingFor(step, plan) })).filter(
    ({ step, waiting }) => waiting.length > 1 && may(ACTS[step].right),
  );
