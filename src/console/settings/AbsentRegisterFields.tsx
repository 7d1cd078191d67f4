import { Checkbox } from 'antd';
import { useRead } from '../calls/use-calls.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { FieldsProps } from './SettingFields.tsx';

/** The value of the setting registers.absent. */
type AbsentRegisters = { register: string; title: string }[];

/** SU24: each register without public rows, to be marked as one of a business that the firm does not have. */
export function AbsentRegisterFields({ typed, onChange }: FieldsProps) {
  const { data, error, mutate } = useRead('GET /registers');
  const value = Array.isArray(typed.value) ? (typed.value as AbsentRegisters) : [];
  const marked = new Set(value.map(({ register }) => register));
  const change = (one: AbsentRegisters[number], isMarked: boolean): void => {
    const others = value.filter(({ register }) => register !== one.register);
    const next = isMarked ? [...others, one] : others;
    onChange({ value: next.sort((a, b) => (a.register < b.register ? -1 : 1)) });
  };
  return (
    <Panel title="本公司没有这项业务" extra={<span className="quiet">{`已标出 ${marked.size} 个`}</span>}>
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(lines) => {
          const listed = lines.filter(({ register, rows }) => rows === 0 || marked.has(register));
          if (listed.length === 0) return <EmptyNote title="每个登记表都有公示内容">没有可以标出的登记表。</EmptyNote>;
          return (
            <ul className="absent-registers">
              {listed.map(({ register, title, rows }) => (
                <li key={register}>
                  <Checkbox
                    checked={marked.has(register)}
                    onChange={(event) => change({ register, title }, event.target.checked)}
                  >
                    {title}
                  </Checkbox>
                  {rows > 0 && <span className="quiet">已有公示内容，标记不起作用</span>}
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}
