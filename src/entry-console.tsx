/** Code of an editor's browser: the console, drawn into an empty page. */
import { createRoot } from 'react-dom/client';
import { ConsoleApp } from './console/ConsoleApp.tsx';
import './console/console.css';

createRoot(document.getElementById('root')!).render(<ConsoleApp />);
