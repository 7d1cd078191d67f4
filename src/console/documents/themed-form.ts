import { Theme } from '@rjsf/antd';
import { withTheme } from '@rjsf/core';

/** A form made from a JSON Schema, drawn by antd. */
export const ThemedForm = withTheme(Theme);
