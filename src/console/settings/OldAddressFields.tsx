import { Button, Form, Input, Upload } from 'antd';
import { useState } from 'react';
import { oldAddressLines } from '#rules/addresses/old-addresses.ts';
import { ONCE, useRead } from '../calls/use-calls.ts';
import { Panel } from '../parts/Panel.tsx';
import { keyOf, oldAddressUse } from './old-address-use.ts';
import type { FieldsProps } from './SettingFields.tsx';

interface Value {
  hosts: string[];
  lines: string[];
}

/** problems that are listed; all are counted */
const LISTED = 20;

/** OA1: lines of 'old new', typed, pasted from a spreadsheet or read from a file, with what is wrong in which line. */
export function OldAddressFields({ setting, typed, problems, onChange }: FieldsProps) {
  const { hosts = [], lines = [] } = (typed.value ?? {}) as Partial<Value>;
  const [report, setMessage] = useState('');
  const { data: hits } = useRead('GET /old-address-hits', {}, ONCE);
  const used = new Map(hits?.map(({ address, count }) => [address, count]));
  const known = new Set((setting.value as Partial<Value> | null)?.lines);
  const { unused, words } = oldAddressUse(lines, known, used);
  const change = (next: Partial<Value>): void => onChange({ value: { hosts, lines, ...next } });
  /** @param present lines that stay; one with the same old address gives way to the new one */
  const add = (text: string, present = lines): void => {
    const read = new Map(oldAddressLines(text).map((line) => [keyOf(line), line]));
    const stay = present.filter((line) => line.trim() !== '');
    const replaced = stay.filter((line) => read.has(keyOf(line)) && read.get(keyOf(line)) !== line);
    const same = stay.filter((line) => read.get(keyOf(line)) === line);
    const next = stay.map((line) => read.get(keyOf(line)) ?? line);
    const staying = new Set(stay.map(keyOf));
    const fresh = [...read].filter(([key]) => !staying.has(key)).map(([, line]) => line);
    change({ lines: [...next, ...fresh] });
    setMessage(
      [
        `加入 ${fresh.length} 行`,
        replaced.length > 0 ? `改写 ${replaced.length} 行的新地址` : '',
        same.length > 0 ? `${same.length} 行已经有了` : '',
      ]
        .filter(Boolean)
        .join('，'),
    );
  };
  const wrong = problems.flatMap(({ pointer, message }) => {
    const at = /^\/lines\/(\d+)$/.exec(pointer ?? '')?.[1];
    return at === undefined ? (pointer === '' ? [message] : []) : [`第 ${Number(at) + 1} 行：${message}`];
  });
  const ofHosts = problems.filter(({ pointer }) => pointer?.startsWith('/hosts')).map(({ message }) => message);
  return (
    <Panel title="旧地址" extra={<span className="quiet">{`共 ${lines.length} 行，最多 20000 行`}</span>}>
      <Form layout="vertical" component="div" className="wide-form">
        <Form.Item
          label="每行一个：旧地址 新地址"
          htmlFor="old-addresses"
          extra="旧地址从 / 开始，可以带查询，如 /main/a.jsp?id=123；新地址是本站的路径，如 /news/company，或下面列出的网站的 https 网址"
          validateStatus={wrong.length > 0 ? 'error' : ''}
          help={
            wrong.length > 0 && (
              <ul className="bullets" role="alert">
                {wrong.slice(0, LISTED).map((words) => (
                  <li key={words}>{words}</li>
                ))}
                {wrong.length > LISTED && <li>{`另有 ${wrong.length - LISTED} 处`}</li>}
              </ul>
            )
          }
        >
          <Input.TextArea
            id="old-addresses"
            rows={14}
            spellCheck={false}
            value={lines.join('\n')}
            onChange={({ target }) => change({ lines: target.value === '' ? [] : target.value.split('\n') })}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!text.includes('\n') && !text.includes('\t')) return;
              event.preventDefault();
              // selected text gives way, as with any paste
              const { value, selectionStart, selectionEnd } = event.currentTarget;
              add(text, (value.slice(0, selectionStart) + value.slice(selectionEnd)).split('\n'));
            }}
          />
        </Form.Item>
        <Upload
          accept=".csv,.txt"
          showUploadList={false}
          beforeUpload={async (file) => {
            add(await file.text());
            return false;
          }}
        >
          <Button>从 CSV 文件加入</Button>
        </Upload>
        <p role="status" className="told">
          {report}
        </p>
        <Form.Item
          label="可以转到的其他网站"
          htmlFor="old-hosts"
          extra="域名，用空格分开；没有就留空"
          validateStatus={ofHosts.length > 0 ? 'error' : ''}
          help={ofHosts.join(' ') || undefined}
        >
          <Input
            id="old-hosts"
            value={hosts.join(' ')}
            onChange={({ target }) => change({ hosts: target.value === '' ? [] : target.value.split(' ') })}
            onBlur={() => change({ hosts: hosts.filter((host) => host !== '') })}
          />
        </Form.Item>
      </Form>
      {hits && lines.length > 0 && (
        <p>
          {words}
          {unused.length > 0 && unused.length < lines.length && (
            <Button
              type="link"
              size="small"
              onClick={() => {
                change({ lines: lines.filter((line) => !unused.includes(line)) });
                setMessage(`已移去没有人用过的 ${unused.length} 行，保存前可以撤销`);
              }}
            >
              移去没有人用过的
            </Button>
          )}
        </p>
      )}
    </Panel>
  );
}
