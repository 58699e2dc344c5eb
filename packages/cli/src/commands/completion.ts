import { type Command, reading } from '../command.ts'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { completionTree } from '../completion/tree.ts'
import { zshCompletion } from '../completion/zsh.ts'

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** `root` is a function because the tree contains this command. */
export const completion = (root: () => Command): Command =>
  reading({
    summary: 'Print the completion script of a shell',
    args: {
      shell: {
        type: 'positional',
        required: true,
        description: 'bash, zsh or fish',
        options: Object.keys(shells) as (keyof typeof shells)[],
      },
    },
    examples: ['source <(guidebook completion bash)', 'guidebook completion fish | source'],
    read({ shell }) {
      const script = shells[shell](completionTree(root()))
      return { json: { shell, script }, text: () => script.trimEnd() }
    },
  })
