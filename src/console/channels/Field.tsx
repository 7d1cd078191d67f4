import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { ChannelField, PlanNote } from '#wire/channel-answers.ts';

/** A typed value replaces the proposed one. */
export interface Own {
  ownId?: true;
  ownUrl?: true;
}

export interface FieldNotes {
  problems: readonly Pick<PlanNote, 'field' | 'message'>[];
  warnings: readonly Pick<PlanNote, 'field' | 'message'>[];
}

interface FieldProps {
  field: ChannelField;
  label: string;
  help: string;
  notes: FieldNotes;
  htmlFor: string;
  children: ReactNode;
}

/** A field with its purpose below it; a problem or warning takes its place. */
export function Field({ field, label, help, notes, htmlFor, children }: FieldProps) {
  const of = (list: FieldNotes['problems']) =>
    list.filter((note) => note.field === field).map(({ message }) => message);
  const problems = of(notes.problems);
  const warnings = of(notes.warnings);
  const messages = [...problems, ...warnings];
  return (
    <Form.Item
      label={label}
      htmlFor={htmlFor}
      className="channel-field"
      {...(messages.length > 0 && { validateStatus: problems.length > 0 ? 'error' : 'warning' })}
      help={messages.length > 0 ? messages.map((message) => <div key={message}>{message}</div>) : undefined}
      extra={help}
    >
      {children}
    </Form.Item>
  );
}
