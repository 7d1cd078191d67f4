import { readFileSync } from 'node:fs';
import { accountProblem, foldAccount } from '#rules/people/account-name.ts';
import type { Sentence } from './phrase.mjs';
import { SETTINGS, type SettingReader } from './setting-reader.ts';
import { wrongCount, wrongIssuer, wrongLength, wrongScopes, wrongSecretFile } from './wrong-settings.ts';

export interface ProviderSettings {
  /** name that the provider gives itself */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** names with spaces between them */
  scopes: string;
  groupsClaim: string;
  /** the button's words */
  label: string;
  /** values of amr or acr that stand for a second factor */
  secondFactor: string[];
  /** seconds by which clocks may differ */
  clockSkew: number;
}

/** Settings of signing in. */
export interface SignInSettings {
  /** the firm's identity provider (OI1); null: there is none */
  provider: ProviderSettings | null;
  /** OI9: account that alone signs in by password; null: all may */
  emergencyAccount: string | null;
}

/** OI1, OI9: the identity provider, and whether passwords are taken beside it. */
export function readSignIn(read: SettingReader): SignInSettings {
  const issuer = read.checked('OIDC_ISSUER', wrongIssuer);
  const provider = issuer === null ? null : readProvider(read, issuer);
  if (read.text('OIDC_ISSUER') === null)
    for (const name of SETTINGS.filter((one) => one.startsWith('OIDC_')))
      if (read.text(name) !== null)
        read.problem(
          name,
          {
            zh: '用于统一登录，但没有设 OIDC_ISSUER',
            en: 'is of the identity provider, which OIDC_ISSUER does not name',
          },
          name.includes('SECRET'),
        );
  const emergency = read.checked('EMERGENCY_ACCOUNT', (given) =>
    accountProblem(given) === ''
      ? null
      : { zh: '应为管理后台的账号，如 li.min', en: 'should be an account of the console, such as li.min' },
  );
  if (read.choice('LOCAL_ACCOUNTS', ['on', 'off'], 'on') === 'on') return { provider, emergencyAccount: null };
  if (read.text('OIDC_ISSUER') === null)
    read.problem('LOCAL_ACCOUNTS', {
      zh: '这样无人能登录：没有 OIDC_ISSUER 时只有本系统的账号',
      en: 'nobody could sign in: without OIDC_ISSUER there are only local accounts',
    });
  if (read.text('EMERGENCY_ACCOUNT') === null)
    read.problems.push({
      name: 'EMERGENCY_ACCOUNT',
      sentence: {
        zh: '应写统一登录中断时仍可用密码登录的账号，因为 LOCAL_ACCOUNTS 是 off',
        en: 'should name the account that signs in by password while the provider is away, because LOCAL_ACCOUNTS is off',
      },
    });
  return { provider, emergencyAccount: emergency === null ? null : foldAccount(emergency) };
}

function readProvider(read: SettingReader, issuer: string): ProviderSettings {
  const needed = (name: 'OIDC_CLIENT_ID', sentence: Sentence): string => {
    const given = read.text(name);
    if (given === null) read.problems.push({ name, sentence });
    return given ?? '';
  };
  return {
    issuer,
    clientId: needed('OIDC_CLIENT_ID', {
      zh: '应为 OIDC_ISSUER 的提供方给本网站的标识',
      en: 'should be the id by which the provider of OIDC_ISSUER knows this site',
    }),
    clientSecret: readClientSecret(read),
    scopes: read.checked('OIDC_SCOPES', wrongScopes) ?? 'openid profile email',
    groupsClaim: read.checked('OIDC_GROUPS_CLAIM', (given) => wrongLength(given, 100)) ?? 'groups',
    label: read.checked('OIDC_LABEL', (given) => wrongLength(given, 20)) ?? '单位账号登录',
    secondFactor: (read.text('OIDC_SECOND_FACTOR') ?? 'mfa').split(/[\s,]+/).filter((one) => one !== ''),
    clockSkew: Number(read.checked('OIDC_CLOCK_SKEW', (given) => wrongCount(given, 0, 600)) ?? 60),
  };
}

/** One of both settings. */
function readClientSecret(read: SettingReader): string {
  const secret = read.text('OIDC_CLIENT_SECRET');
  const file = read.text('OIDC_CLIENT_SECRET_FILE');
  if (secret !== null && file !== null)
    read.problem('OIDC_CLIENT_SECRET_FILE', {
      zh: '不应与 OIDC_CLIENT_SECRET 同时设置：密钥只写在其中一处',
      en: 'should not stand beside OIDC_CLIENT_SECRET: one of both holds the secret',
    });
  if (secret === null && file === null)
    read.problems.push({
      name: 'OIDC_CLIENT_SECRET',
      sentence: {
        zh: '应为本网站向提供方证明自己的密钥，或在 OIDC_CLIENT_SECRET_FILE 写存有它的文件',
        en: 'should be the secret by which this site shows the provider who it is, or OIDC_CLIENT_SECRET_FILE a file with it',
      },
    });
  if (secret !== null || file === null) return secret ?? '';
  const found = read.checked('OIDC_CLIENT_SECRET_FILE', wrongSecretFile);
  return found === null ? '' : readFileSync(found, 'utf8').trim();
}
