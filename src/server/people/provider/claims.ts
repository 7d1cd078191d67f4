import { isObject, type Json } from '#rules/json/json.ts';
import { GROUP_LIMITS, groupName } from '#rules/people/group-rules.ts';
import { ProviderProblem } from './provider-problem.ts';

/** A person as the provider describes one. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** the provider's own session; '' unknown */
  sid: string;
  /** proposed account and name; '' where the provider says none */
  account: string;
  name: string;
  groups: string[];
  /** the provider asked for a second factor */
  hasSecondFactor: boolean;
}

export interface ClaimNames {
  /** claim with the groups; members of objects by dots: realm_access.roles */
  groups: string;
  /** values of amr or acr that stand for a second factor */
  secondFactor: readonly string[];
}

const LONGEST = 255;

/** OI2: claims of an unproven form. @throws ProviderProblem token, groups */
export function readClaims(claims: Json, names: ClaimNames): ProviderPerson {
  // names of people are compared letter by letter
  const [subject, issuer] = [exactIn(claims.sub), exactIn(claims.iss)];
  if (subject === '' || issuer === '') throw new ProviderProblem('token', 'the ID token has no usable iss or sub');
  const factors = [...(Array.isArray(claims.amr) ? claims.amr.slice(0, 50) : []), claims.acr];
  return {
    issuer,
    subject,
    sid: textIn(claims.sid),
    account: textIn(claims.preferred_username) || textIn(claims.email),
    name: textIn(claims.name),
    groups: readGroups(claimAt(claims, names.groups)),
    hasSecondFactor: factors.some((one) => typeof one === 'string' && names.secondFactor.includes(one)),
  };
}

/** Value of a claim by its name, or by its way through objects. */
export function claimAt(claims: Json, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      claims,
    );
}

/** A text without blanks around it and control characters; '' for anything else. */
const exactIn = (value: unknown): string => (textIn(value) === value ? value : '');

/** One line of text without control characters; '' for anything else. */
function textIn(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST) return '';
  return /\p{Cc}/u.test(value) ? '' : value.trim();
}

/** @returns [] where the claim is missing @throws ProviderProblem groups for what is no list of names */
function readGroups(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > GROUP_LIMITS.count)
    throw new ProviderProblem(
      'groups',
      `the claim of groups has ${list.length} members, at most ${GROUP_LIMITS.count} are read`,
    );
  return list.map((one) => {
    if (typeof one !== 'string' || one.length > GROUP_LIMITS.name)
      throw new ProviderProblem(
        'groups',
        `the claim of groups holds what is no name of at most ${GROUP_LIMITS.name} characters`,
      );
    return groupName(one);
  });
}
