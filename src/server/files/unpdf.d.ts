/** Parts of pdf.js in use: the package's own types name the browser's DOM throughout. */
declare module 'unpdf/pdfjs' {
  interface TextItem {
    str: string;
    hasEOL: boolean;
  }
  interface Page {
    getTextContent(): Promise<{ items: (TextItem | { type: string })[] }>;
    getAnnotations(): Promise<{ contentsObj?: { str?: unknown }; fieldValue?: unknown }[]>;
    cleanup(): void;
  }
  interface Document {
    numPages: number;
    getPage(number: number): Promise<Page>;
    getMetadata(): Promise<{ info?: { Title?: unknown } | undefined }>;
  }
  export function getDocument(parameters: { data: Uint8Array } & Record<string, unknown>): {
    promise: Promise<Document>;
    destroy(): Promise<void>;
  };
}
