import { Button, Form, Input, Select } from 'antd';
import type { PageFacts } from '#wire/console-answers.ts';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { ChannelSelect } from '../parts/ChannelSelect.tsx';
import { claimsOf, withClaims } from './page-document.ts';
import type { Json } from '#rules/json/json.ts';
import { claimName, CONTENT_KINDS, PAGE_FIELDS } from './page-words.ts';

interface Props {
  document: Json;
  facts: PageFacts;
  problems: readonly EditionProblem[];
  onChange: (document: Json) => void;
}

const KINDS_OF_CONTENT = Object.entries(CONTENT_KINDS).map(([value, label]) => ({ value, label }));

/** Claims of a page: one or several, the strongest kind first in the choice. */
export function ClaimFields({ document, facts, problems, onChange }: Props) {
  const claims = claimsOf(document) ?? [];
  const write = (list: readonly [string, unknown][]): void => onChange(withClaims(document, list));
  const replace = (place: number, claim: [string, unknown]): void =>
    write(claims.map((one, at) => (at === place ? claim : one)));
  return (
    <Form.Item
      label={PAGE_FIELDS.for}
      validateStatus={problems.length > 0 ? 'error' : ''}
      help={problems.map(({ message }) => message).join(' ') || undefined}
    >
      <ul className="claims">
        {claims.map(([kind, value], place) => (
          // claims have no names, and keep nothing of their own
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <Select
              aria-label={`第 ${place + 1} 个用途的种类`}
              value={kind}
              options={facts.claims.map((one) => ({ value: one.kind, label: claimName(one.kind), title: one.title }))}
              onChange={(next: string) => replace(place, [next, next === 'default' ? true : ''])}
            />
            <ClaimValue
              kind={kind}
              value={value}
              label={`第 ${place + 1} 个用途`}
              onChange={(next) => replace(place, [kind, next])}
            />
            <Button
              size="small"
              disabled={claims.length === 1}
              aria-label={`删除第 ${place + 1} 个用途`}
              onClick={() => write(claims.filter((_, at) => at !== place))}
            >
              删除
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => write([...claims, ['channel', '']])}>
        添加用途
      </Button>
    </Form.Item>
  );
}

function ClaimValue({
  kind,
  value,
  label,
  onChange,
}: {
  kind: string;
  value: unknown;
  label: string;
  onChange: (value: unknown) => void;
}) {
  const text = String(value ?? '');
  switch (kind) {
    case 'default':
      return <span className="quiet">没有其他页面的栏目都用它</span>;
    case 'channel':
      return <ChannelSelect act="page.change" aria-label={label} value={text} onChange={onChange} />;
    case 'contentKind':
      return <Select aria-label={label} value={text} options={KINDS_OF_CONTENT} onChange={onChange} />;
    default:
      return (
        <Input
          aria-label={label}
          value={text}
          placeholder={kind === 'path' ? '/about/{name}' : kind === 'url' ? 'publicChannel/openDay' : '080010'}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
