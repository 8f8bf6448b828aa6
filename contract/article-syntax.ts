import type { CompileOptions } from '@mdx-js/mdx'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'

/**
 * The syntax of articles besides MDX itself. The build and the check of what the desk saves share this list: text must
 * not mean one thing to the check and another to the build. Too heavy for a page.
 */
export const articleSyntax: NonNullable<CompileOptions['remarkPlugins']> = [
  remarkFrontmatter,
  remarkGfm,
  // Without it, bold text that ends in a Japanese full stop is not bold.
  remarkCjkFriendly,
  // A single dollar is a price.
  [remarkMath, { singleDollarTextMath: false }],
]
