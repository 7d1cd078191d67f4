import { defineWidget } from '#page/define-widget.ts';
import { props } from './props.ts';

/** A register of few rows and long texts: each row a sheet of titles and values (RG2, RG4). */
export const registerFacts = defineWidget({ name: 'register-facts', title: '信息表', accepts: 'rows', props });
