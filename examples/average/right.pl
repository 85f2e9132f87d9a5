use strict;
use warnings;

my $n = <STDIN>;
my @values = split ' ', <STDIN>;
my ($mean, $squares) = (0, 0);
$mean += $_ / $n for @values;
$squares += ($_ - $mean) ** 2 for @values;
printf "%.9f %.9f\n", $mean, sqrt($squares / $n);
