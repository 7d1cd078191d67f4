import type { FormInstance } from 'antd';
import { useState } from 'react';
import { fieldOf, wordsOf } from './call.ts';

/**
 * Sending of a form: once at a time; what the server finds wrong stands at the field it names, else above the form.
 * @param work throws what failed
 */
export function useSubmit<V>(form: FormInstance<V>, work: (values: V) => Promise<void>) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (values: V): Promise<void> => {
    setSending(true);
    setProblem('');
    try {
      await work(values);
    } catch (reason) {
      const field = fieldOf(reason);
      if (field !== '' && form.getFieldInstance(field as never)) {
        form.setFields([{ name: field as never, errors: [wordsOf(reason)] }]);
        form.focusField(field as never);
      } else setProblem(wordsOf(reason));
    } finally {
      setSending(false);
    }
  };
  return { isSending, problem, setProblem, submit };
}
