;; The walk of outline.ts over bytes that stand in memory, sixteen of a string at once. It stops wherever somebody may
;; have to look, and goes on from there when it is called again.
;;
;; Memory, in bytes: 0 how deep the deepest name stands that is looked at, by its length and first letter; 256 whether a
;; string of such a first letter may be looked at; 512 what closes each container that is open; 1024 the text, with
;; sixteen zeros behind it, which end whatever is open.
(module
  (memory (export "memory") 17)

  ;; where a name or a string begins that is asked about, and where a name ends
  (global $from (export "from") (mut i32) (i32.const 0))
  (global $to (export "to") (mut i32) (i32.const 0))
  ;; how many containers are open, and where the walk is
  (global $level (export "level") (mut i32) (i32.const 0))
  (global $at (export "at") (mut i32) (i32.const 0))
  ;; whether the walk is in a list that is not read, and how many items that may have
  (global $inside (export "inside") (mut i32) (i32.const 0))
  (global $most (export "most") (mut i32) (i32.const 0))
  ;; the items of that list, and all members and items
  (global $items (mut i32) (i32.const 0))
  (global $commas (mut i32) (i32.const 0))
  ;; what comes next: 0 a member or an item, 1 a value, 2 the rest of a string, 3 what may close a container
  (global $phase (mut i32) (i32.const 0))
  ;; how deep containers may stand, how many members and items there may be, and how long a number
  (global $depth (mut i32) (i32.const 0))
  (global $members (mut i32) (i32.const 0))
  (global $numeral (mut i32) (i32.const 0))

  (func $byte (param $at i32) (result i32) (i32.load8_u offset=1024 (local.get $at)))

  (func (export "begin") (param $depth i32) (param $members i32) (param $numeral i32)
    (global.set $depth (local.get $depth))
    (global.set $members (local.get $members))
    (global.set $numeral (local.get $numeral))
    (global.set $at (call $space (i32.const 0)))
    (global.set $level (i32.const 0))
    (global.set $inside (i32.const 0))
    (global.set $commas (i32.const 0))
    (global.set $phase (i32.const 1)))

  ;; behind white space
  (func $space (param $at i32) (result i32) (local $byte i32)
    (loop $on
      (local.set $byte (call $byte (local.get $at)))
      (if (i32.le_u (local.get $byte) (i32.const 32))
        (then
          (if (i32.or (i32.or (i32.eq (local.get $byte) (i32.const 32)) (i32.eq (local.get $byte) (i32.const 10)))
                      (i32.or (i32.eq (local.get $byte) (i32.const 13)) (i32.eq (local.get $byte) (i32.const 9))))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br $on))))))
    (local.get $at))

  ;; where a name ends in its quote; -1 where it is not of plain ASCII
  (func $nameEnd (param $at i32) (result i32) (local $byte i32)
    (loop $on
      (local.set $byte (call $byte (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 34)) (then (return (local.get $at))))
      (if (i32.or (i32.or (i32.le_u (local.get $byte) (i32.const 32)) (i32.ge_u (local.get $byte) (i32.const 127)))
                  (i32.eq (local.get $byte) (i32.const 92)))
        (then (return (i32.const -1))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $on))
    (unreachable))

  ;; behind the quote that closes the string whose first character is at a place; -1 where none does
  (func $stringEnd (param $at i32) (result i32) (local $special i32) (local $bytes v128) (local $byte i32)
    (loop $on
      (local.set $bytes (v128.load offset=1024 align=1 (local.get $at)))
      (local.set $special (i8x16.bitmask (v128.or
        (i8x16.lt_u (local.get $bytes) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32))
        (v128.or
          (i8x16.eq (local.get $bytes) (v128.const i8x16 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34))
          (i8x16.eq (local.get $bytes) (v128.const i8x16 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92))))))
      (if (i32.eqz (local.get $special))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $on)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $special))))
      (local.set $byte (call $byte (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 34)) (then (return (i32.add (local.get $at) (i32.const 1)))))
      (if (i32.ne (local.get $byte) (i32.const 92)) (then (return (i32.const -1))))
      (local.set $at (call $escapeEnd (i32.add (local.get $at) (i32.const 1))))
      (br_if $on (i32.ge_s (local.get $at) (i32.const 0))))
    (i32.const -1))

  (func $within (param $byte i32) (param $first i32) (param $last i32) (result i32)
    (i32.le_u (i32.sub (local.get $byte) (local.get $first)) (i32.sub (local.get $last) (local.get $first))))

  (func $digit (param $at i32) (result i32)
    (call $within (call $byte (local.get $at)) (i32.const 48) (i32.const 57)))

  ;; behind what follows a backslash; -1 where it is nothing, or hides a letter, a digit or a mark that would be looked at
  (func $escapeEnd (param $at i32) (result i32) (local $byte i32) (local $value i32) (local $end i32) (local $hex i32)
    (local.set $byte (call $byte (local.get $at)))
    (if (i32.eq (local.get $byte) (i32.const 117))
      (then
        (local.set $end (i32.add (local.get $at) (i32.const 4)))
        (loop $on
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (local.set $byte (call $byte (local.get $at)))
          (if (call $within (local.get $byte) (i32.const 48) (i32.const 57))
            (then (local.set $hex (i32.sub (local.get $byte) (i32.const 48))))
            (else
              (local.set $hex (i32.sub (i32.or (local.get $byte) (i32.const 32)) (i32.const 87)))
              (if (i32.eqz (call $within (local.get $hex) (i32.const 10) (i32.const 15))) (then (return (i32.const -1))))))
          (local.set $value (i32.or (i32.shl (local.get $value) (i32.const 4)) (local.get $hex)))
          (br_if $on (i32.lt_u (local.get $at) (local.get $end))))
        (if (i32.or (i32.or (i32.or (i32.eq (local.get $value) (i32.const 0x2d)) (i32.eq (local.get $value) (i32.const 0x2e)))
                            (i32.eq (local.get $value) (i32.const 0x5f)))
                    (i32.or (call $within (local.get $value) (i32.const 0x30) (i32.const 0x3a))
                            (i32.or (call $within (local.get $value) (i32.const 0x41) (i32.const 0x5a))
                                    (call $within (local.get $value) (i32.const 0x61) (i32.const 0x7a)))))
          (then (return (i32.const -1))))
        (return (i32.add (local.get $at) (i32.const 1)))))
    (if (i32.or (i32.or (i32.or (i32.eq (local.get $byte) (i32.const 34)) (i32.eq (local.get $byte) (i32.const 47)))
                        (i32.or (i32.eq (local.get $byte) (i32.const 92)) (i32.eq (local.get $byte) (i32.const 98))))
                (i32.or (i32.or (i32.eq (local.get $byte) (i32.const 102)) (i32.eq (local.get $byte) (i32.const 110)))
                        (i32.or (i32.eq (local.get $byte) (i32.const 114)) (i32.eq (local.get $byte) (i32.const 116)))))
      (then (return (i32.add (local.get $at) (i32.const 1)))))
    (i32.const -1))

  (func $digits (param $at i32) (result i32)
    (loop $on
      (if (call $digit (local.get $at))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $on))))
    (local.get $at))

  (func $oneOf (param $byte i32) (param $first i32) (param $other i32) (result i32)
    (i32.or (i32.eq (local.get $byte) (local.get $first)) (i32.eq (local.get $byte) (local.get $other))))

  ;; behind a number, `true`, `false` or `null`; -1 where there is none, or a number is too long
  (func $wordEnd (param $from i32) (result i32) (local $at i32) (local $next i32)
    (local.set $at (local.get $from))
    (if (i32.eq (i32.load offset=1024 align=1 (local.get $from)) (i32.const 0x65757274)) (then (local.set $at (i32.add (local.get $from) (i32.const 4)))))
    (if (i32.eq (i32.load offset=1024 align=1 (local.get $from)) (i32.const 0x6c6c756e)) (then (local.set $at (i32.add (local.get $from) (i32.const 4)))))
    (if (i32.and (i32.eq (i32.load offset=1024 align=1 (local.get $from)) (i32.const 0x736c6166))
                 (i32.eq (call $byte (i32.add (local.get $from) (i32.const 4))) (i32.const 0x65)))
      (then (local.set $at (i32.add (local.get $from) (i32.const 5)))))
    (if (i32.eq (local.get $at) (local.get $from))
      (then
        (if (i32.eq (call $byte (local.get $at)) (i32.const 45)) (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
        (if (i32.eqz (call $digit (local.get $at))) (then (return (i32.const -1))))
        (if (i32.eq (call $byte (local.get $at)) (i32.const 48))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
          (else (local.set $at (call $digits (local.get $at)))))
        (if (i32.eq (call $byte (local.get $at)) (i32.const 46))
          (then
            (local.set $next (call $digits (i32.add (local.get $at) (i32.const 1))))
            (if (i32.eq (local.get $next) (i32.add (local.get $at) (i32.const 1))) (then (return (i32.const -1))))
            (local.set $at (local.get $next))))
        (if (call $oneOf (call $byte (local.get $at)) (i32.const 101) (i32.const 69))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (if (call $oneOf (call $byte (local.get $at)) (i32.const 43) (i32.const 45)) (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
            (local.set $next (call $digits (local.get $at)))
            (if (i32.eq (local.get $next) (local.get $at)) (then (return (i32.const -1))))
            (local.set $at (local.get $next))))
        (if (i32.gt_u (i32.sub (local.get $at) (local.get $from)) (global.get $numeral)) (then (return (i32.const -1))))))
    (local.get $at))

  ;; 0 this is no such text, 1 it is one to its end, 2 whether a name is looked at, 3 whether the list of a name is left
  ;; unread, 4 whether a string is looked at, 5 such a list has ended
  (func (export "walk") (param $length i32) (result i32)
    (local $at i32) (local $level i32) (local $phase i32) (local $end i32) (local $first i32) (local $name i32)
    (local.set $at (global.get $at))
    (local.set $level (global.get $level))
    (local.set $phase (global.get $phase))
    (block $ask
    (loop $next
      (block $closing (block $string (block $value (block $member
        (br_table $member $value $string $closing (local.get $phase)))
        (if (i32.eq (i32.load8_u offset=512 (local.get $level)) (i32.const 125))
          (then
            (if (i32.ne (call $byte (local.get $at)) (i32.const 34)) (then (return (i32.const 0))))
            (local.set $name (i32.add (local.get $at) (i32.const 1)))
            (local.set $end (call $nameEnd (local.get $name)))
            (if (i32.lt_s (local.get $end) (i32.const 0)) (then (return (i32.const 0))))
            (local.set $at (call $space (i32.add (local.get $end) (i32.const 1))))
            (if (i32.ne (call $byte (local.get $at)) (i32.const 58)) (then (return (i32.const 0))))
            (local.set $at (call $space (i32.add (local.get $at) (i32.const 1))))
            (if (global.get $inside)
              (then
                (if (i32.le_u (local.get $level)
                      (i32.load8_u (i32.and (i32.const 255)
                        (i32.add (i32.mul (i32.sub (local.get $end) (local.get $name)) (i32.const 31))
                                 (i32.or (call $byte (local.get $name)) (i32.const 32))))))
                  (then
                    (global.set $from (local.get $name))
                    (global.set $to (local.get $end))
                    (local.set $first (i32.const 2))
                    (local.set $phase (i32.const 1))
                    (br $ask))))
              (else
                (if (i32.and (i32.eq (local.get $level) (i32.const 1)) (i32.eq (call $byte (local.get $at)) (i32.const 91)))
                  (then
                    (if (i32.ne (call $byte (call $space (i32.add (local.get $at) (i32.const 1)))) (i32.const 93))
                      (then
                        (global.set $from (local.get $name))
                        (global.set $to (local.get $end))
                        (global.set $items (i32.const 1))
                        (local.set $first (i32.const 3))
                        (local.set $phase (i32.const 1))
                        (br $ask)))))))))
        ) ;; value
        (local.set $first (call $byte (local.get $at)))
        (if (i32.eq (local.get $first) (i32.const 34))
          (then
            (if (global.get $inside)
              (then
                (if (i32.load8_u offset=256 (i32.or (call $byte (i32.add (local.get $at) (i32.const 1))) (i32.const 32)))
                  (then
                    (global.set $from (i32.add (local.get $at) (i32.const 1)))
                    (local.set $first (i32.const 4))
                    (local.set $phase (i32.const 2))
                    (br $ask))))))
          (else
            (if (call $oneOf (local.get $first) (i32.const 123) (i32.const 91))
              (then
                (local.set $level (i32.add (local.get $level) (i32.const 1)))
                (if (i32.gt_u (local.get $level) (global.get $depth)) (then (return (i32.const 0))))
                (i32.store8 offset=512 (local.get $level) (i32.add (local.get $first) (i32.const 2)))
                (local.set $at (call $space (i32.add (local.get $at) (i32.const 1))))
                (if (i32.ne (call $byte (local.get $at)) (i32.add (local.get $first) (i32.const 2)))
                  (then
                    (local.set $phase (i32.const 0))
                    (br $next))))
              (else
                (local.set $at (call $wordEnd (local.get $at)))
                (if (i32.lt_s (local.get $at) (i32.const 0)) (then (return (i32.const 0))))))
            (br $closing)))
        ) ;; string
        (local.set $at (call $stringEnd (i32.add (local.get $at) (i32.const 1))))
        (if (i32.lt_s (local.get $at) (i32.const 0)) (then (return (i32.const 0))))
      ) ;; closing
      (local.set $at (call $space (local.get $at)))
      (loop $close
        (if (i32.and (i32.ne (local.get $level) (i32.const 0))
                     (i32.eq (call $byte (local.get $at)) (i32.load8_u offset=512 (local.get $level))))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $level (i32.sub (local.get $level) (i32.const 1)))
            (if (i32.and (i32.eq (local.get $level) (i32.const 1)) (global.get $inside))
              (then
                (global.set $inside (i32.const 0))
                (local.set $first (i32.const 5))
                (local.set $phase (i32.const 3))
                (br $ask)))
            (local.set $at (call $space (local.get $at)))
            (br $close))))
      (if (i32.eqz (local.get $level)) (then (return (i32.eq (local.get $at) (local.get $length)))))
      (if (i32.ne (call $byte (local.get $at)) (i32.const 44)) (then (return (i32.const 0))))
      (global.set $commas (i32.add (global.get $commas) (i32.const 1)))
      (if (i32.gt_u (global.get $commas) (global.get $members)) (then (return (i32.const 0))))
      (if (i32.and (i32.eq (local.get $level) (i32.const 2)) (global.get $inside))
        (then
          (global.set $items (i32.add (global.get $items) (i32.const 1)))
          (if (i32.gt_u (global.get $items) (global.get $most)) (then (return (i32.const 0))))))
      (local.set $at (call $space (i32.add (local.get $at) (i32.const 1))))
      (local.set $phase (i32.const 0))
      (br $next)))
    (global.set $at (local.get $at))
    (global.set $level (local.get $level))
    (global.set $phase (local.get $phase))
    (local.get $first))
)
