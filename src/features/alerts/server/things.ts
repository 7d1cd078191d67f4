import type { Cell } from '#page/data-shapes.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { leadOf } from '#rules/registers/lead-column.ts';
import { readPermalink } from '#rules/registers/row-permalink.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { factOf } from '#server/api/row-facts.ts';
import type { Db } from '#server/db/tables.ts';
import { pathOfRow, shownRegisters } from '#server/site/register-places.ts';
import type { Site } from '#server/site/site.ts';
import { KEY_SEPARATOR } from '#server/store/rows/check-rows.ts';
import { shownFields } from '#server/store/rows/list-register-rows.ts';
import { findLine } from '#server/store/rows/row-line.ts';

/** Subject of alerts: a list of articles, a register, or a row of one. */
export type Thing =
  | { kind: 'channel'; channelId: string; title: string; path: string }
  | { kind: 'register'; definition: RegisterDefinition; title: string; path: string }
  | { kind: 'row'; definition: RegisterDefinition; key: string[]; title: string; path: string };

/** Thing of a text in links or the store: 'channel:ID', 'register:NAME', 'row:NAME:KEY'. A row exists, or existed. */
export async function readThing(db: Db, site: Site, text: unknown): Promise<Thing | null> {
  const [, kind, rest = ''] = /^(channel|register|row):(\P{Cc}{1,700})$/su.exec(String(text)) ?? [];
  if (kind === 'channel') {
    const channel = site.channel(rest);
    if (channel?.contentKind !== 'list') return null;
    return { kind, channelId: rest, title: channel.name, path: SITE_BASE + site.channelPath(rest) };
  }
  const [, name = '', row] = (kind === 'row' ? /^([^:]+):(.+)$/s : /^([^:]+)$/s).exec(rest) ?? [];
  const definition = shownRegisters(site).has(name) ? site.registers.get(name) : undefined;
  // no alert about a register that shows nothing before a search (RG8)
  if (!definition || definition.onDemand || site.isElsewhere(definition)) return null;
  const path = `${SITE_BASE}/data/${name}`;
  if (kind === 'register') return { kind, definition, title: definition.title, path };
  const key = readPermalink(row ?? '');
  const line = key && (await findLine(db, name, key.join(KEY_SEPARATOR)));
  if (!line) return null;
  const data = line.key === null ? null : await publicRow(db, name, line.key);
  const shown = data && pathOfRow(site, definition, data);
  return {
    kind: 'row',
    definition,
    key,
    title: `${definition.title}：${data ? titleOf(site, definition, data) : key.join(' ')}`,
    path: shown ? SITE_BASE + shown : path,
  };
}

type Data = Readonly<Record<string, Cell>>;

async function publicRow(db: Db, register: string, key: string): Promise<Data | null> {
  const row = await db
    .selectFrom('register_row')
    .select('data')
    .where('register', '=', register)
    .where('key', '=', key)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  return row?.data ?? null;
}

/** Title of a row, and its key. */
function titleOf(site: Site, definition: RegisterDefinition, data: Data): string {
  const { fields, key } = definition;
  const lead = leadOf(shownFields(definition).map((name) => ({ name, ...fields[name]! })));
  const names = new Set([...(lead ? [lead.name] : []), ...key]);
  return [...names]
    .flatMap((name) => factOf(site, definition, name, data[name] ?? null))
    .map(({ text }) => text)
    .join(' ');
}
