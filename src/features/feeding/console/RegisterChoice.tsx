import { Select } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { RegisterLine } from '#wire/register-answers.ts';

/** A register that has no rule yet: choosing one opens the form of its rule. */
export function RegisterChoice({ registers }: { registers: readonly RegisterLine[] }) {
  const navigate = useNavigate();
  return (
    <Select<string>
      className="register-choice"
      aria-label="为登记表新建报送规则"
      placeholder="为登记表新建规则…"
      showSearch={{ optionFilterProp: 'label' }}
      options={registers.map(({ register, title }) => ({ value: register, label: title }))}
      onChange={(register) => void navigate(`/feeding/rules/${encodeURIComponent(register)}`)}
    />
  );
}
