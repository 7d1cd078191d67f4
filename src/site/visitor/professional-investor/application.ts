import { isObject } from '#rules/json/json.ts';
import {
  APPLICATION_STATES,
  APPLY_TYPES,
  JOB_TYPES,
  MATERIAL_KINDS,
  type ApplicationState,
  type ApplyType,
  type Declaration,
  type MaterialKind,
} from '#rules/people/professional-investor.ts';

/** RK7: the answer of the status query, read as what it is. */
export interface ApplicationStatus {
  /** '' where there has been none */
  state: ApplicationState | '';
  mayApply: boolean;
  applyType: ApplyType | '';
  /** the last declaration, for a form that begins there */
  declare: Partial<Declaration>;
  reason: string;
  /** yyyy-mm-dd, '' for none */
  validTo: string;
  steps: { state: ApplicationState; at: string; note: string }[];
  materials: { kind: MaterialKind; filename: string; size: number }[];
}

/** An upstream may tell the status alone. */
const STATE_OF: Readonly<Record<string, ApplicationState>> = {
  '1': 'in-review',
  '2': 'accepted',
  '3': 'refused',
  '4': 'expired',
};

export function readStatus(data: unknown): ApplicationStatus {
  const answer = isObject(data) ? data : {};
  const state = oneOf(APPLICATION_STATES, answer.state) ?? STATE_OF[String(answer.status)] ?? '';
  return {
    state,
    mayApply:
      typeof answer.mayApply === 'boolean'
        ? answer.mayApply
        : state === '' || state === 'refused' || state === 'expired',
    applyType: oneOf(APPLY_TYPES, answer.applyType) ?? '',
    declare: readDeclaration(answer.declare),
    reason: text(answer.reason),
    validTo: text(answer.validTo),
    steps: objects(answer.steps).flatMap((step) => {
      const known = oneOf(APPLICATION_STATES, step.state);
      return known ? [{ state: known, at: text(step.at), note: text(step.note) }] : [];
    }),
    materials: objects(answer.materials).flatMap((one) => {
      const kind = oneOf(MATERIAL_KINDS, one.kind);
      return kind ? [{ kind, filename: text(one.filename), size: Number(one.size) || 0 }] : [];
    }),
  };
}

function readDeclaration(declare: unknown): Partial<Declaration> {
  if (!isObject(declare)) return {};
  const numbers = (['assets', 'income', 'experienceYears'] as const).flatMap((name) =>
    typeof declare[name] === 'number' ? [[name, declare[name]] as const] : [],
  );
  const jobType = oneOf(JOB_TYPES, declare.jobType);
  return { ...Object.fromEntries(numbers), ...(jobType && { jobType }) };
}

/** A wrong field, in words; files are named materials.{kind}. */
export interface Problem {
  field: string;
  text: string;
}

/** Problems in a refusal; none where it is a general one. */
export function readProblems(data: unknown): Problem[] {
  return objects(isObject(data) ? data.problems : []).flatMap(({ field, text: message }) =>
    typeof field === 'string' && typeof message === 'string' ? [{ field, text: message }] : [],
  );
}

const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value);
