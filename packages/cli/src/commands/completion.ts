/** Completion scripts for shells, generated from the commands: they run without calling brickwork. */
import { Argument, type Command } from 'commander';
import { print } from '../terminal.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script for a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  source <(brickwork completion bash)
  brickwork completion zsh > ~/.zfunc/_brickwork
  brickwork completion fish > ~/.config/fish/completions/brickwork.fish`,
    )
    .action((shell: Shell) => print(WRITERS[shell](wordsOf(program))));
}

interface Words {
  /** `''`, `kits`, `kits push`. */
  path: string;
  words: { word: string; description: string }[];
}

function wordsOf(command: Command, path = ''): Words[] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  const words = [
    ...children.map((child) => ({ word: child.name(), description: child.description() })),
    ...command.options.map(({ long, flags, description }) => ({ word: long ?? flags, description })),
    { word: '--help', description: 'display help' },
  ];
  return [{ path, words }, ...children.flatMap((child) => wordsOf(child, `${path} ${child.name()}`.trim()))];
}

const cases = (tree: Words[], indent: string) =>
  tree.map(({ path, words }) => `${indent}'${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`).join('\n');

const choices = (tree: Words[]) => `'${tree.map(({ path }) => path).join("'|'")}'`;

const bash = (tree: Words[]) => `_brickwork() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word next words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in ${choices(tree)}) path="$next" ;; esac
  done
  case "$path" in
${cases(tree, '    ')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _brickwork brickwork`;

/** zsh's `words` and `CURRENT` are what bash calls COMP_WORDS and COMP_CWORD, counted from one. */
const zsh = (tree: Words[]) => `#compdef brickwork
_brickwork() {
  local place='' word next found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${place:+$place }$word"
    case "$next" in (${choices(tree)}) place="$next" ;; esac
  done
  case "$place" in
${cases(tree, '    ')
  .replaceAll(" words='", " found='")
  .replaceAll(/^( +)'/gm, "$1('")}
  esac
  compadd -- \${=found}
  _files
}
compdef _brickwork brickwork`;

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const fish = (tree: Words[]) => `function __brickwork_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$path $word")
    contains -- "$next" ${tree.map(({ path }) => quoted(path)).join(' ')}; and set path $next
  end
  echo $path
end
${tree
  .flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c brickwork -n 'test (__brickwork_path) = "${path}"' ${what} -d ${quoted(description)}`;
    }),
  )
  .join('\n')}`;

const WRITERS: Readonly<Record<Shell, (tree: Words[]) => string>> = { bash, zsh, fish };
