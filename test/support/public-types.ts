import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { API, type Checker, type Symbol as DeclaredSymbol, SymbolFlags } from 'typescript/unstable/sync'
import type { Node } from 'typescript/unstable/ast'
import { isIdentifier, isTypeQueryNode } from 'typescript/unstable/ast/is'
import { projectRoot } from './command-line.ts'

/** One export of the package. */
export interface PublicExport {
  readonly name: string
  readonly type: NamedType
  readonly isFunction: boolean
  /** The text of its comment. */
  readonly comment: string
  /** The names of the tags of its comment, such as `example`. */
  readonly tags: readonly string[]
  /** The types of this project that its declaration names, but for itself and those of `typeof`, which have no name. */
  readonly names: readonly NamedType[]
}

/** A type by its declaration: `dist/plan/plan.d.ts Plan`. */
export type NamedType = string

/** The exports of `dist/index.d.ts`, as the TypeScript compiler resolves them. */
export function readPublicExports(): readonly PublicExport[] {
  const dist = join(projectRoot, 'dist')
  const folder = mkdtempSync(join(tmpdir(), 'planogram-types-'))
  const config = join(folder, 'tsconfig.json')
  const typeRoots = [join(projectRoot, 'node_modules', '@types')]
  const compilerOptions = { module: 'nodenext', target: 'es2024', lib: ['es2024', 'esnext.disposable'], typeRoots, types: ['node'] }
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [join(dist, 'index.d.ts')] }))
  const api = new API({ cwd: projectRoot })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    const file = project?.program.getSourceFile(join(dist, 'index.d.ts'))
    const index = file && project?.checker.getSymbolAtLocation(file)
    if (!project || !index) throw new Error('dist/index.d.ts cannot be read; run `npm run build`')
    const { checker } = project
    return checker.getExportsOfModule(index).map((symbol) => {
      const declared = declaredSymbol(symbol, checker)
      return {
        name: symbol.name,
        type: typeOf(declared),
        isFunction: (declared.flags & SymbolFlags.Function) !== 0,
        comment: declared.getDocumentationComment(checker),
        tags: declared.getJsDocTags(checker).map(({ name }) => name),
        names: [...new Set(namedIn(declared, checker))].filter((name) => name !== typeOf(declared)),
      }
    })
  } finally {
    api.close()
    rmSync(folder, { recursive: true })
  }
}

function declaredSymbol(symbol: DeclaredSymbol, checker: Checker): DeclaredSymbol {
  return (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
}

function typeOf({ name, declarations }: DeclaredSymbol): NamedType {
  return `${relative(projectRoot, declarations[0]?.path ?? '')} ${name}`
}

const typeFlags = SymbolFlags.Interface | SymbolFlags.TypeAlias | SymbolFlags.Class | SymbolFlags.Enum

function namedIn(symbol: DeclaredSymbol, checker: Checker): NamedType[] {
  const identifiers = symbol.declarations.flatMap((handle) => {
    const node = handle.resolve()
    return node ? identifiersIn(node) : []
  })
  return checker.getSymbolAtLocation(identifiers).flatMap((found) => {
    if (!found) return []
    const named = declaredSymbol(found, checker)
    const isOwn = named.declarations.some(({ path }) => path.startsWith(join(projectRoot, 'dist')))
    return isOwn && (named.flags & typeFlags) !== 0 ? [typeOf(named)] : []
  })
}

function identifiersIn(node: Node): Node[] {
  if (isIdentifier(node)) return [node]
  if (isTypeQueryNode(node)) return []
  const found: Node[] = []
  node.forEachChild((child) => {
    found.push(...identifiersIn(child))
    return undefined
  })
  return found
}
