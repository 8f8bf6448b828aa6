import { expect, test } from 'vitest'
import { findErrors } from './check-test-article.ts'

test('reports each run of lines indented by four spaces once, also in lists and quotations, but no indented component', async () => {
  const advice = 'Four spaces begin no code here. Put code between two lines of ```.'
  expect(
    await findErrors(
      ...['Words', '', '    one {a}', '', '    # two', '', 'Words', '', '    three', ''],
      ...['- an item', '', '  its second part', '', '      four', ''],
      ...['> words', '>', '>     five', ''],
      ...['<Warning>', '    Words', '</Warning>', '', '    <Keys>Ctrl</Keys>', ''],
      ...['- a', '', '  \tits second part', ''],
      ...['1. item', '', '       ```js', '       let a', '       ```'],
    ),
  ).toEqual([`7: ${advice}`, `13: ${advice}`, `19: ${advice}`, `23: ${advice}`])
})

test('reports a code block that an indented line of ``` ends too early', async () => {
  const reason =
    '5: This code ends at the next line of ```, although that line is indented. Begin and end the code with ````, so that it can hold ```.'
  expect(await findErrors('```markdown', '    ```r', '    1 + 1', '    ```', 'Words', '```')).toContain(reason)
  expect(await findErrors('````markdown', '    ```r', '    1 + 1', '    ```', '````')).toEqual([])
  expect(await findErrors('- item', '', '    ```r', '    1 + 1', '    ```')).toEqual([])
})

test('reports every shortcode of a page, except those in code', async () => {
  const code = [
    '```',
    '{{< b >}}',
    '```',
    '',
    '> ```',
    '> {{< c >}}',
    '> ```',
    '',
    '``` js',
    '```js',
    '{{< d >}}',
    '```',
  ]
  const words = ['`{{< e >}}` and \\{#f}', '']
  const errors = await findErrors('{{< a >}}', '', ...code, '', ...words, '{{% g %}}')
  expect(errors).toEqual([
    expect.stringMatching(/^5: \{\{< begins a shortcode/),
    expect.stringMatching(/^22: \{\{% begins a shortcode/),
  ])
})

test('reports no missing footnote for an escaped bracket or for `[^a-z]` in code', async () => {
  expect(await findErrors('Write \\[^a-z], [\\^a-z] or `[^a-z]`.')).toEqual([])
  expect(await findErrors('Write \\[^a-z] and [^b].')).toEqual([expect.stringMatching(/^5: \[\^b\] has no text\./)])
})

test('accepts a language name with capital letters', async () => {
  expect(await findErrors('```Python', 'print(1)', '```')).toEqual([])
})

test('finds a file beside the page by its exact name and by its percent-encoded name', async () => {
  const errors = await findErrors(
    ...['![A plan](<./page/plan 100%.svg>)', '', '![A plan](./page/plan%20100%25.svg)', ''],
    '![A plan](./page/plan%20200.svg)',
  )
  expect(errors).toEqual(['9: ./page/plan%20200.svg does not exist beside the page.'])
})
