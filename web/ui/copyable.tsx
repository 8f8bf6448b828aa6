import { CodeBlock } from './code-block.tsx'

/**
 * A command or the text of a file, with a button that copies it.
 * @param title says where the text is used, such as the name of the file
 */
export const CopyableCode = ({ title, text }: { title: string; text: string }) => (
  <CodeBlock title={title}>
    <code>{text}</code>
  </CodeBlock>
)
