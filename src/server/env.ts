import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import {
  isAddressRange,
  wrongCookieDomain,
  wrongDatabaseUrl,
  wrongDate,
  wrongFolder,
  wrongHeadsFile,
  wrongHost,
  wrongPort,
  wrongSender,
  wrongSiteUrl,
  wrongSmtpUrl,
  wrongSyslog,
  wrongUpstreams,
  wrongWebhook,
  wrongWireKey,
} from './wrong-settings.ts';

/**
 * The room `server` is the process: it reads its settings here, opens the store, builds the app and listens. It never
 * imports the visitor's app or the console as source, only through the built server bundle.
 */

/** Where heads of the record go. */
export interface HeadPlaces {
  /** absolute; added to and never written over */
  file: string;
  /** udp://host:514 or tcp://host:601 (RFC 5424) */
  syslog: string | null;
  webhook: string | null;
}

/** The settings of one server process, checked. Read once at start; nothing else reads process.env. */
export interface Env {
  port: number;
  host: string;
  /** absolute */
  dataDir: string;
  /** null: the embedded PostgreSQL in dataDir */
  databaseUrl: string | null;
  /** who owns the tables, where that is not the role of databaseUrl (DR1) */
  ownerDatabaseUrl: string | null;
  /** auto: on when the store is empty; never in production */
  demo: 'on' | 'off' | 'auto';
  demoSize: 'full' | 'small';
  /** yyyy-mm-dd: the day that demonstration data takes for today; null: the real one */
  demoToday: string | null;
  /** stored files that are missing do not keep the site from starting */
  startWithoutFiles: boolean;
  /** kept pages are on disk, too, for a start while the database is away (PD9) */
  pagesOnDisk: boolean;
  /** where the heads of the record go (RC3) */
  heads: HeadPlaces;
  /** origin as visitors type it, without a trailing slash */
  siteUrl: string;
  /** SITE_URL was given: only its host is answered */
  fixedHost: boolean;
  /** which login address is meant (RK4) */
  siteEnv: 'dev' | 'test' | 'production';
  cookieDomain: string | null;
  /** addresses or CIDR ranges whose X-Forwarded-* headers are believed */
  trustedProxies: string[];
  /** JSON text, read by gateway.ts (WR7); null: everything is answered here */
  upstreams: string | null;
  /** ask 以 X 身份登录? before a key is stored (LS1) */
  loginConfirm: boolean;
  /** 64 bytes in base64; null: made once and kept */
  wireKey: string | null;
  /** how mails are sent, and from whom; null: none are, and nothing offers them (AL1) */
  mail: MailSettings | null;
  logLevel: (typeof LOG_LEVELS)[number];
  /** what is logged is JSON where LOG_LEVEL was given; else warnings and errors as lines for a person */
  logForm: 'json' | 'lines';
}

export interface MailSettings {
  /** smtp(s)://[user:password@]host[:port] */
  smtpUrl: string;
  /** an address, or 名称 <address> */
  from: string;
}

export interface EnvProblem {
  name: string;
  /** as given; absent for secrets */
  given?: string;
  sentence: string;
}

/** Everything that is wrong with the settings, in one error: its message lists all problems, one a line. */
export class EnvProblems extends Error {
  override readonly name = 'EnvProblems';
  readonly problems: EnvProblem[];

  /** @param hints sentences about settings that are not read, which may be why others are missing */
  constructor(problems: EnvProblem[], hints: string[] = []) {
    const lines = problems.map(({ name, given, sentence }) =>
      given === undefined ? `  ${name}: ${sentence}` : `  ${name}=${JSON.stringify(given)}: ${sentence}`,
    );
    super(
      `The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${[...lines, ...hints].join('\n')}`,
    );
    this.problems = problems;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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
  'SITE_ENV',
  'COOKIE_DOMAIN',
  'TRUSTED_PROXIES',
  'UPSTREAMS',
  'LOGIN_CONFIRM',
  'WIRE_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'LOG_LEVEL',
] as const;

type Name = (typeof SETTINGS)[number];

/** Reads one variable at a time and collects the problems, so that all are reported at once. */
class Reader {
  readonly problems: EnvProblem[] = [];
  private readonly source: Record<string, string | undefined>;

  constructor(source: Record<string, string | undefined>) {
    this.source = source;
  }

  /** An empty variable counts as absent: compose files and shells write NAME= for that. */
  text(name: Name): string | null {
    const value = this.source[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  problem(name: Name, sentence: string, secret = false): void {
    this.problems.push(secret ? { name, sentence } : { name, given: this.source[name] ?? '', sentence });
  }

  choice<const T extends string>(name: Name, choices: readonly T[], preset: NoInfer<T>): T {
    const value = this.text(name);
    if (value === null) return preset;
    const found = choices.find((choice) => choice === value.toLowerCase());
    if (found === undefined) this.problem(name, `should be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`);
    return found ?? preset;
  }

  /** The text when `wrong` finds nothing to say about it, else null and a problem. */
  checked(name: Name, wrong: (value: string) => string | null, secret = false): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const sentence = wrong(value);
    if (sentence === null) return value;
    this.problem(name, sentence, secret);
    return null;
  }
}

/**
 * Reads and checks all settings. Makes DATA_DIR when it is absent.
 * @throws EnvProblems naming every problem at once
 */
export function loadEnv(source: Record<string, string | undefined>): Env {
  const read = new Reader(source);
  const port = Number(read.checked('PORT', wrongPort) ?? 8080);
  const host = read.checked('HOST', wrongHost) ?? '127.0.0.1';
  const dataDir = resolve(read.text('DATA_DIR') ?? 'data');
  const folder = wrongFolder(dataDir);
  if (folder !== null)
    read.problems.push({ name: 'DATA_DIR', given: read.text('DATA_DIR') ?? './data', sentence: folder });
  const siteEnv = read.choice('SITE_ENV', ['dev', 'test', 'production'], 'dev');
  const siteUrl = read.checked('SITE_URL', wrongSiteUrl) ?? `http://${addressHost(host)}:${port}`;
  const databaseUrl = read.checked('DATABASE_URL', wrongDatabaseUrl, true);
  const env: Env = {
    port,
    host,
    dataDir,
    databaseUrl,
    ownerDatabaseUrl: readOwner(read, databaseUrl),
    demo: readDemo(read, siteEnv),
    demoSize: read.choice('DEMO_SIZE', ['full', 'small'], 'full'),
    demoToday: read.checked('DEMO_TODAY', wrongDate),
    startWithoutFiles: read.choice('START_WITHOUT_FILES', ['on', 'off'], 'off') === 'on',
    // servers that share a database do not know what the others published since
    pagesOnDisk: read.choice('PAGES_ON_DISK', ['on', 'off'], databaseUrl === null ? 'on' : 'off') === 'on',
    heads: {
      file: resolve(read.checked('HEADS_FILE', wrongHeadsFile) ?? join(dataDir, 'heads.jsonl')),
      syslog: read.checked('HEADS_SYSLOG', wrongSyslog),
      webhook: read.checked('HEADS_WEBHOOK', wrongWebhook, true),
    },
    siteUrl: siteUrl.replace(/\/+$/, ''),
    fixedHost: read.text('SITE_URL') !== null,
    siteEnv,
    cookieDomain: read.checked('COOKIE_DOMAIN', (value) => wrongCookieDomain(value, siteUrl)),
    trustedProxies: trustedProxies(read),
    upstreams: read.checked('UPSTREAMS', wrongUpstreams, true),
    loginConfirm: read.choice('LOGIN_CONFIRM', ['on', 'off'], 'off') === 'on',
    wireKey: read.checked('WIRE_KEY', wrongWireKey, true),
    mail: readMail(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'warn'),
    logForm: read.text('LOG_LEVEL') === null ? 'lines' : 'json',
  };
  if (read.problems.length > 0) throw new EnvProblems(read.problems, misspeltSettings(source));
  return env;
}

/** Both or none. */
function readMail(read: Reader): MailSettings | null {
  const smtpUrl = read.checked('SMTP_URL', wrongSmtpUrl, true);
  const from = read.checked('MAIL_FROM', wrongSender);
  if (read.text('SMTP_URL') !== null && read.text('MAIL_FROM') === null)
    read.problems.push({ name: 'MAIL_FROM', sentence: 'should say from whom mails come, because SMTP_URL is set' });
  if (read.text('SMTP_URL') === null && read.text('MAIL_FROM') !== null)
    read.problem('MAIL_FROM', 'says from whom mails come, but SMTP_URL does not say how they are sent');
  return smtpUrl !== null && from !== null ? { smtpUrl, from } : null;
}

function readOwner(read: Reader, databaseUrl: string | null): string | null {
  const owner = read.checked('OWNER_DATABASE_URL', wrongDatabaseUrl, true);
  if (owner === null || databaseUrl !== null) return owner;
  read.problem(
    'OWNER_DATABASE_URL',
    'names the owner of the tables beside DATABASE_URL, which is not set; without it the embedded PostgreSQL makes both roles itself',
    true,
  );
  return null;
}

/** A site of production never shows invented data, nor lets invented people in. */
function readDemo(read: Reader, siteEnv: Env['siteEnv']): Env['demo'] {
  const demo = read.choice('DEMO', ['on', 'off', 'auto'], 'auto');
  if (siteEnv !== 'production') return demo;
  if (demo === 'on')
    read.problem(
      'DEMO',
      'with SITE_ENV=production there is no demonstration; leave DEMO out, or set SITE_ENV=test to try the site with invented data',
    );
  return 'off';
}

/** Sentences about variables that look like misspelt settings of ours: DATADIR, SITEURL, Port … */
export function misspeltSettings(source: Record<string, string | undefined>): string[] {
  const bare = (name: string) => name.replaceAll(/[_-]/g, '').toUpperCase();
  const known = new Map<string, string>(SETTINGS.map((name) => [bare(name), name]));
  return Object.keys(source).flatMap((name) => {
    const meant = known.get(bare(name));
    return meant === undefined || meant === name ? [] : [`${name} is not read. Did you mean ${meant}?`];
  });
}

/** A host as it is written in an address: IPv6 in brackets, "any" addresses as the local one. */
function addressHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function trustedProxies(read: Reader): string[] {
  const given = (read.text('TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter((part) => part !== '');
  const wrong = given.filter((part) => !isAddressRange(part));
  if (wrong.length > 0)
    read.problem(
      'TRUSTED_PROXIES',
      `should list IP addresses or ranges such as 10.0.0.0/8; wrong: ${wrong.join(', ')}`,
    );
  return given;
}
