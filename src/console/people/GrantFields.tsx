import { Button, Form, Select } from 'antd';
import { ROLE_DUTIES, ROLE_NAMES, ROLES, type Role } from '#rules/people/staff-rights.ts';
import { useChannels } from '../calls/channels.ts';
import { Failure } from '../parts/Failure.tsx';
import { indented } from '../parts/ChannelSelect.tsx';
import { placesOf, SITE } from './grant-places.ts';

/** A line of the form; a new one has no role yet. */
export interface GrantLine {
  role?: Role;
  where?: string;
}

const roleOptions = ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role], duty: ROLE_DUTIES[role] }));

const roleOption = ({ data: { label, duty } }: { data: (typeof roleOptions)[number] }) => (
  <span className="role-option">
    <strong>{label}</strong>
    <span>{duty}</span>
  </span>
);

/**
 * Roles of a person and where each counts, as lines of a form under the name `grants`. @param isTitled what is around
 * has said so
 */
export function GrantFields({ isTitled = false }: { isTitled?: boolean }) {
  const channels = useChannels();
  const places = placesOf(channels);
  return (
    <fieldset className="grants">
      <legend className={isTitled ? 'unseen' : ''}>角色和范围</legend>
      <p className="quiet">
        一个角色对所选栏目及其全部下级栏目有效。同一角色可以加几行，分别管不同的栏目。系统管理角色只能管全站。
      </p>
      {channels.error !== undefined && <Failure error={channels.error} retry={channels.retry} />}
      <Form.List name="grants">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }, at) => (
              <GrantRow key={key} at={name} number={at + 1} places={places} onRemove={() => remove(name)} />
            ))}
            {fields.length === 0 && <p>没有角色时，本人登录后只能查看发布记录。</p>}
            <Button onClick={() => add({ where: SITE } satisfies GrantLine)}>添加角色</Button>
          </>
        )}
      </Form.List>
    </fieldset>
  );
}

function GrantRow({
  at,
  number,
  places,
  onRemove,
}: {
  at: number;
  number: number;
  places: ReturnType<typeof placesOf>;
  onRemove: () => void;
}) {
  const form = Form.useFormInstance();
  const role = Form.useWatch<Role | undefined>(['grants', at, 'role']);
  const isOfSite = role === 'system-admin';
  return (
    <div className="grant-row" role="group" aria-label={`第 ${number} 个角色`}>
      <Form.Item name={[at, 'role']} label="角色" rules={[{ required: true, message: '请选择角色' }]}>
        <Select
          placeholder="请选择"
          options={roleOptions}
          popupMatchSelectWidth={420}
          listHeight={400}
          onChange={(chosen: Role) => chosen === 'system-admin' && form.setFieldValue(['grants', at, 'where'], SITE)}
          optionRender={roleOption}
        />
      </Form.Item>
      <Form.Item
        name={[at, 'where']}
        label="范围"
        rules={[
          { required: true, message: '请选择全站或栏目' },
          ({ getFieldValue }) => ({
            validator: () =>
              isRepeated(getFieldValue('grants') as GrantLine[], at)
                ? Promise.reject(new Error('与上面某一行相同'))
                : Promise.resolve(),
          }),
        ]}
      >
        <Select
          options={places}
          disabled={isOfSite}
          showSearch={{ optionFilterProp: 'label' }}
          optionRender={indented}
          placeholder="请选择"
          popupMatchSelectWidth={420}
          listHeight={400}
        />
      </Form.Item>
      <Button onClick={onRemove} aria-label={`移除第 ${number} 个角色`}>
        移除
      </Button>
    </div>
  );
}

const isRepeated = (lines: readonly GrantLine[], at: number): boolean =>
  lines.slice(0, at).some((line) => line.role === lines[at]?.role && line.where === lines[at]?.where);
