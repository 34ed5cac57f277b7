/** What JDWP tells of classes: their fields, methods, lines and variables. */
export interface ClassRef {
  /** 1 class, 2 interface, 3 array. */
  readonly typeTag: number;
  readonly id: bigint;
}

export interface LoadedClass extends ClassRef {
  readonly isPrepared: boolean;
}

export interface FieldInfo {
  readonly id: bigint;
  readonly name: string;
  readonly signature: string;
  readonly isStatic: boolean;
  /** Made by the compiler, such as the reference to the outer object. */
  readonly isSynthetic: boolean;
  readonly isEnumConstant: boolean;
}

export interface MethodInfo {
  readonly id: bigint;
  readonly name: string;
  readonly signature: string;
  readonly isNative: boolean;
  readonly isStatic: boolean;
}

export interface LineEntry {
  readonly index: bigint;
  readonly line: number;
}

export interface VariableInfo {
  readonly name: string;
  readonly signature: string;
  readonly slot: number;
}

export interface LiveVariables {
  /** The method's table has no name but `this`. */
  readonly isNameless: boolean;
  /** In the order of declaration, without `this`. */
  readonly variables: readonly VariableInfo[];
}

const staticFlag = 0x0008;

const nativeFlag = 0x0100;

const syntheticFlag = 0x1000;

const enumFlag = 0x4000;

interface Named {
  readonly id: bigint;
  readonly name: string;
  readonly signature: string;
}

/** `flags`: JVM specification, table 4.5-A. */
export function fieldInfo(named: Named, flags: number): FieldInfo {
  return {
    ...named,
    isStatic: (flags & staticFlag) !== 0,
    isSynthetic: (flags & syntheticFlag) !== 0,
    isEnumConstant: (flags & enumFlag) !== 0,
  };
}

/** `flags`: JVM specification, table 4.6-A. */
export function methodInfo(named: Named, flags: number): MethodInfo {
  return { ...named, isNative: (flags & nativeFlag) !== 0, isStatic: (flags & staticFlag) !== 0 };
}
