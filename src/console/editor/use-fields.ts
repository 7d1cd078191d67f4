import { Form, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { FormProblem, FormProps } from './edition-form.ts';

interface Given<V> extends Pick<FormProps<V>, 'value' | 'problems' | 'attempts' | 'resets'> {
  /** undefined: it is about no field */
  fieldOf: (problem: FormProblem) => (keyof V & string) | undefined;
  /** the message in its form below the field */
  wordsOf?: (message: string) => string;
}

interface Fields<V> {
  form: FormInstance<V>;
  /** the value with what stands in the fields */
  typed: () => V;
  /** the reset that the fields show: the key of those that read their value once */
  shown: number;
  /** problems that belong to no field */
  others: readonly FormProblem[];
}

/** A form of antd that shows the Editor's value: steps back and forth reach it, and problems stand at their fields. */
export function useFields<V extends object>({
  value,
  problems,
  attempts,
  resets,
  fieldOf,
  wordsOf = (message) => message,
}: Given<V>): Fields<V> {
  const [form] = Form.useForm<V>();
  const [shown, setShown] = useState(0);
  const typed = (): V => ({ ...value, ...(form.getFieldsValue(true) as V) });
  useEffect(() => {
    if (resets > 0) {
      // a field that the value does not have is empty in the form, too
      const none = Object.fromEntries(Object.keys(form.getFieldsValue(true) as V).map((name) => [name, undefined]));
      form.setFieldsValue({ ...none, ...value } as never);
    }
    setShown(resets);
    // not with each value: fields may be ahead of what is drawn
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [resets]);
  const placed = problems.map((problem) => ({ problem, field: fieldOf(problem) }));
  const named = [...new Set(placed.flatMap(({ field }) => field ?? []))];
  const marked = useRef<readonly string[]>([]);
  useEffect(() => {
    // and nothing where something was wrong before
    form.setFields(
      [...new Set([...named, ...marked.current])].map((name) => ({
        name: name as never,
        errors: placed.filter(({ field }) => field === name).map(({ problem }) => wordsOf(problem.message)),
      })),
    );
    marked.current = named;
    // the problems by content; the list is made anew with each drawing
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [JSON.stringify(placed)]);
  useEffect(() => {
    if (attempts > 0 && named[0] !== undefined) form.scrollToField(named[0] as never, { block: 'center', focus: true });
    // when somebody has tried to save, and not while they put it right
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempts]);
  return { form, typed, shown, others: placed.flatMap(({ problem, field }) => (field === undefined ? [problem] : [])) };
}
