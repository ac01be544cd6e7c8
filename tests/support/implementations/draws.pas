{ Random of Free Pascal. }
program draws;
var way: string; n, skipped, stride, count, i, outcome: longint; seed: int64; c: char;
begin
  while not eof do begin
    way := '';
    repeat read(c); if c <> ' ' then way := way + c until c = ' ';
    readln(n, seed, skipped, stride, count);
    RandSeed := longint(seed);
    for i := 0 to skipped + (count - 1) * stride do begin
      outcome := Random(n);
      if (i >= skipped) and ((i - skipped) mod stride = 0) then write(outcome, ' ');
    end;
    writeln;
  end;
end.
