import { TranslatableString, type RJSFSchema, type UiSchema } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '#wire/console-answers.ts';
import { isSameJson } from '#rules/json/same-json.ts';
import { errorsByField, serverValidator } from './server-validator.ts';
import { templates } from './FormTemplates.tsx';
import { ThemedForm } from './ThemedForm.tsx';
import { tidyValue } from './tidy-value.ts';

interface Props {
  /** beginning of the fields' ids: one for each form of a screen */
  name: string;
  schema: object;
  value: unknown;
  problems: readonly FieldProblem[];
  uiSchema?: UiSchema;
  onChange: (value: unknown) => void;
  /** called with the id of each field that is left */
  onLeave?: ((id: string) => void) | undefined;
}

const WORDS: Partial<Record<TranslatableString, string>> = {
  [TranslatableString.AddButton]: '添加',
  [TranslatableString.AddItemButton]: '添加一项',
  [TranslatableString.RemoveButton]: '删除',
  [TranslatableString.MoveUpButton]: '上移',
  [TranslatableString.MoveDownButton]: '下移',
  [TranslatableString.CopyButton]: '复制',
  [TranslatableString.YesLabel]: '是',
  [TranslatableString.NoLabel]: '否',
  [TranslatableString.ArrayItemTitle]: '项',
  [TranslatableString.EmptyArray]: '还没有内容，点下面的按钮添加。',
  [TranslatableString.ErrorsLabel]: '须改正',
};

/** Words with places for others in them are written out by us. */
const translate = (word: TranslatableString, params: string[] = []): string =>
  word === TranslatableString.TitleOptionPrefix || word === TranslatableString.OptionPrefix
    ? params.join(' ')
    : (WORDS[word] ?? word);

/** A form made from a JSON Schema; what is wrong is asked from the server and handed in. */
export function SchemaForm({ name, schema, value, problems, uiSchema = {}, onChange, onLeave }: Props) {
  const [start] = useState(value);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const report = (formData: unknown): void => {
    const tidied = tidyValue(schema, formData, start);
    // while it opens the form tells of the defaults that it fills in, which nobody has typed
    if (isOpen.current && !isSameJson(tidied, value)) onChange(tidied);
  };
  return (
    <ThemedForm
      className="schema-form"
      tagName="div"
      idPrefix={name}
      schema={schema as RJSFSchema}
      formData={value}
      validator={serverValidator}
      extraErrors={errorsByField(problems)}
      uiSchema={{ ...uiSchema, 'ui:submitButtonOptions': { norender: true } }}
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'skipEmptyDefaults',
        arrayMinItems: { populate: 'requiredOnly' },
      }}
      translateString={translate}
      templates={templates}
      showErrorList={false}
      noHtml5Validate
      onChange={({ formData }) => report(formData)}
      {...(onLeave && { onBlur: (id: string) => onLeave(id) })}
    />
  );
}
