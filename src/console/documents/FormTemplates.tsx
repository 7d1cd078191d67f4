import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
} from '@rjsf/utils';
import { Button } from 'antd';
import type { ReactElement } from 'react';

/** Look of forms made of schemas: fields side by side, lists as rows with buttons that name their acts. */

const isWide = (content: ReactElement): boolean => {
  const { schema = {}, uiSchema = {} } = content.props as { schema?: RJSFSchema; uiSchema?: Record<string, unknown> };
  return (
    schema.type === 'object' ||
    schema.type === 'array' ||
    schema.type === undefined ||
    uiSchema['ui:widget'] === 'textarea' ||
    typeof uiSchema['ui:widget'] === 'function'
  );
};

function ObjectFieldTemplate({
  fieldPathId: { $id, path },
  title,
  description,
  properties,
  required,
  schema,
}: ObjectFieldTemplateProps) {
  const isOptionalGroup = !required && typeof path.at(-1) === 'string' && (schema.required ?? []).length > 0;
  const shown = properties.filter(({ hidden }) => !hidden);
  return (
    <fieldset id={$id}>
      {title && <legend>{title}</legend>}
      {description && <p className="quiet">{description}</p>}
      {isOptionalGroup && <p className="quiet">可以整组不填；填写时，标有 * 的都要填。</p>}
      <div className="object-grid">
        {shown.map(({ name, content }) => (
          <div key={name} className={shown.length === 1 || isWide(content) ? 'wide' : undefined}>
            {content}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function ArrayFieldTemplate({
  fieldPathId,
  title,
  items,
  canAdd,
  disabled,
  readonly,
  onAddClick,
  schema: { maxItems },
}: ArrayFieldTemplateProps) {
  return (
    <fieldset id={fieldPathId.$id}>
      {title && <legend>{title}</legend>}
      {items.length === 0 && <p className="quiet empty-list">还没有内容。</p>}
      <ol className="array-items">{items}</ol>
      {canAdd && (
        <Button
          disabled={disabled || readonly || (maxItems !== undefined && items.length >= maxItems)}
          onClick={onAddClick}
        >
          {`添加${title || '一项'}`}
        </Button>
      )}
    </fieldset>
  );
}

function ArrayFieldItemTemplate({
  children,
  index,
  hasToolbar,
  buttonsProps: { disabled, readonly, hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem },
}: ArrayFieldItemTemplateProps) {
  const isShut = disabled || readonly;
  const of = `第 ${index + 1} 项`;
  return (
    <li className="array-item">
      <div>{children}</div>
      {hasToolbar && (
        <div className="array-buttons">
          {(hasMoveUp || hasMoveDown) && (
            <>
              <Button size="small" disabled={isShut || !hasMoveUp} aria-label={`上移${of}`} onClick={onMoveUpItem}>
                ↑
              </Button>
              <Button size="small" disabled={isShut || !hasMoveDown} aria-label={`下移${of}`} onClick={onMoveDownItem}>
                ↓
              </Button>
            </>
          )}
          {hasRemove && (
            <Button size="small" disabled={isShut} aria-label={`删除${of}`} onClick={onRemoveItem}>
              删除
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

export const templates = { ObjectFieldTemplate, ArrayFieldTemplate, ArrayFieldItemTemplate };
