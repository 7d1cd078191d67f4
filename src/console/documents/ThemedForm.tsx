import { Theme } from '@rjsf/antd';
import { getDefaultRegistry, withTheme } from '@rjsf/core';
import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { LinkTarget } from './LinkTarget.tsx';

const Text = getDefaultRegistry().widgets['TextWidget'] as ComponentType<WidgetProps>;

/** Patterns of what leads to a page of this site, or to another one. */
const isAddress = (pattern: string | undefined): boolean => pattern?.startsWith('^(https?://|/') === true;

/** A text; an address is chosen by the name of its page. */
const TextOrAddress = (props: WidgetProps) =>
  isAddress(props.schema.pattern) ? <LinkTarget {...props} /> : <Text {...props} />;

/** A form made from a JSON Schema, drawn by antd. */
export const ThemedForm = withTheme({ ...Theme, widgets: { ...Theme.widgets, TextWidget: TextOrAddress } });
