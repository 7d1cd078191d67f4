import { OperatorProblem } from './operator-problem.ts';
import type { Language, Sentence } from './phrase.mjs';

/** Names of all settings by environment variables. */
export const SETTINGS = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'OWNER_DATABASE_URL',
  'DEMO',
  'DEMO_SIZE',
  'DEMO_TODAY',
  'START_WITHOUT_FILES',
  'PAGES_ON_DISK',
  'HEADS_FILE',
  'HEADS_SYSLOG',
  'HEADS_WEBHOOK',
  'SITE_URL',
  'SITE_BASE',
  'FORMER_BASES',
  'CALL_BASE',
  'TOKEN_COOKIE',
  'SITE_ENV',
  'COOKIE_DOMAIN',
  'TRUSTED_PROXIES',
  'UPSTREAMS',
  'LOGIN_CONFIRM',
  'WIRE_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'NOTICE_WEBHOOK_URL',
  'NOTICE_WEBHOOK_SECRET',
  'NOTICE_WEBHOOK_FORM',
  'NOTICE_REMIND_HOURS',
  'NOTICE_HEAD_HOURS',
  'LOG_LEVEL',
  'LOG_FILE',
  'LOG_FILE_MB',
  'LOG_FILES',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET_FILE',
  'OIDC_SCOPES',
  'OIDC_GROUPS_CLAIM',
  'OIDC_LABEL',
  'OIDC_SECOND_FACTOR',
  'OIDC_CLOCK_SKEW',
  'LOCAL_ACCOUNTS',
  'EMERGENCY_ACCOUNT',
] as const;

export type SettingName = (typeof SETTINGS)[number];

export interface EnvProblem {
  name: string;
  /** the given value; absent for secrets */
  given?: string;
  sentence: Sentence;
}

/** Everything that is wrong with the settings, in one error: its message lists all problems, one a line. */
export class EnvProblems extends OperatorProblem {
  override readonly name = 'EnvProblems';
  readonly problems: EnvProblem[];

  /** @param hints sentences about settings that are not read, which may be why others are missing */
  constructor(problems: EnvProblem[], hints: Sentence[] = []) {
    const named = problems.map(({ name, given }) => (given === undefined ? name : `${name}=${JSON.stringify(given)}`));
    const lines = (language: Language, colon: string): string =>
      [
        ...problems.map(({ sentence }, at) => `  ${named[at]}${colon}${sentence[language]}`),
        ...hints.map((hint) => hint[language]),
      ].join('\n');
    super({
      zh: `设置有 ${problems.length} 处问题：\n${lines('zh', '：')}`,
      en: `The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${lines('en', ': ')}`,
    });
    this.problems = problems;
  }
}

/** Reads one variable at a time and collects the problems, so that all are reported at once. */
export class SettingReader {
  readonly problems: EnvProblem[] = [];
  private readonly source: Record<string, string | undefined>;

  constructor(source: Record<string, string | undefined>) {
    this.source = source;
  }

  /** An empty variable counts as absent: compose files and shells write NAME= for that. */
  text(name: SettingName): string | null {
    const value = this.source[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  problem(name: SettingName, sentence: Sentence, secret = false): void {
    this.problems.push(secret ? { name, sentence } : { name, given: this.source[name] ?? '', sentence });
  }

  choice<const T extends string>(name: SettingName, choices: readonly T[], preset: NoInfer<T>): T {
    const value = this.text(name);
    if (value === null) return preset;
    const found = choices.find((choice) => choice === value.toLowerCase());
    if (found === undefined)
      this.problem(name, {
        zh: `应为 ${choices.slice(0, -1).join('、')} 或 ${choices.at(-1)}`,
        en: `should be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
      });
    return found ?? preset;
  }

  /** The text when `wrong` finds nothing to say about it, else null and a problem. */
  checked(name: SettingName, wrong: (value: string) => Sentence | null, secret = false): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const sentence = wrong(value);
    if (sentence === null) return value;
    this.problem(name, sentence, secret);
    return null;
  }
}
