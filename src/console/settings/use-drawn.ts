import { useState } from 'react';
import { wordsOf } from '../calls/call.ts';
import { useTellBusy } from '../files/busy-uploads.ts';

/** A picture that is being drawn and stored: the form is not saved meanwhile, and what went wrong is said. */
export function useDrawn() {
  const [state, setState] = useState({ isDrawing: false, problem: '' });
  useTellBusy(state.isDrawing);
  const draw = async (make: () => Promise<void>): Promise<void> => {
    setState({ isDrawing: true, problem: '' });
    try {
      await make();
      setState({ isDrawing: false, problem: '' });
    } catch (reason) {
      setState({ isDrawing: false, problem: wordsOf(reason) });
    }
  };
  return { ...state, draw };
}
