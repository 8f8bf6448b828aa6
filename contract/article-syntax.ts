import type { CompileOptions } from '@mdx-js/mdx'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'

/**
 * The plugins for the syntax of articles besides MDX itself. The build and the check of pages saved at the desk share
 * this list, so that both read a text in the same way. The plugins are too large to load in a browser.
 */
export const articleSyntaxPlugins: NonNullable<CompileOptions['remarkPlugins']> = [
  remarkFrontmatter,
  remarkGfm,
  // Without this plugin, bold text that ends in a Japanese full stop is not bold.
  remarkCjkFriendly,
  // A single dollar sign belongs to a price, not to a formula.
  [remarkMath, { singleDollarTextMath: false }],
]
